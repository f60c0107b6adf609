gbq braeks
