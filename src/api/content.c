/*
 * content.c - the stored files of gbq.h.
 */
#include "api/handle.h"
#include "query/extract.h"
#include "store/content/content.h"

/* Passes pieces on to the user's function. */
struct relay {
	gbq_content_function *function;
	void *data;
};

static bool
relay_piece(void *data, struct slice piece)
{
	struct relay *relay = data;

	return relay->function(relay->data, piece.at, piece.len);
}

enum gbq_status
gbq_content(struct gbq *gbq, const char *hash,
    gbq_content_function *function, void *data)
{
	struct relay relay = { function, data };
	enum gbq_status status = handle_begin_read(gbq);
	struct content_reader *reader;

	if (status != GBQ_OK)
		return status;
	reader = content_reader_new(store_db(gbq->store));
	status = content_read(reader, hash, relay_piece, &relay, &gbq->error);
	content_reader_free(reader);
	return status;
}

enum gbq_status
gbq_extract(struct gbq *gbq, int64_t run_id, const char *folder,
    gbq_message_function *function, void *data)
{
	enum gbq_status status = handle_begin_read(gbq);

	if (status != GBQ_OK)
		return status;
	return extract_run(store_db(gbq->store), run_id, folder, function, data,
	    &gbq->error);
}
