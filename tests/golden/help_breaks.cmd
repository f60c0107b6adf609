gbq help breaks
