/*
 * file_task.c - read, hash, parse. Must not touch the capture.
 */
#include "ingest/file_task.h"

void
file_task_work(void *item)
{
	struct file_task *task = item;

	task->grown = false;
	task->status = STATUS_OK;
	if (task->from)
		task->status = folder_read(task->folder, task->from,
		    task->limit, &task->bytes, &task->grown, &task->why);
	if (task->grown)
		return;
	hash_of(buffer_slice(&task->bytes), task->hash);
	if (task->status == STATUS_OK)
		file_reader_parse(&task->parsed, &task->file,
		    buffer_slice(&task->bytes));
}
