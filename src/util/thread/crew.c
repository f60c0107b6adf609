/*
 * crew.c - one lock over all state. Tasks begin in order, so the task that
 * has the turn is always in work or done: no thread waits for one that waits
 * for it.
 */
#include "util/thread/crew.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "util/memory.h"

enum {
	IDLE_NS = 100 * 1000 * 1000,
	/* Deliveries of the task that has the turn which may wait. */
	MAX_OF_TURN = 2,
	STACK_BYTES = 8 << 20
};

struct delivery {
	struct delivery *next;
	void *item;
};

/* Deliveries of a task that were not taken yet. */
struct task {
	struct delivery *first, **last;
	size_t count;
	bool heavy;
	bool done;
	void (*function)(void *data);	/* to be called, or NULL */
	void *data;
};

struct crew {
	const struct crew_plan *plan;
	pthread_mutex_t lock;
	pthread_cond_t for_members;	/* something was taken */
	pthread_cond_t for_caller;	/* something was delivered or done */
	struct task *tasks;
	size_t next;			/* task to begin */
	size_t light;			/* no heavy one before it is undone */
	size_t turn;
	size_t waiting;			/* deliveries not taken */
	bool stopped;
	const struct crew_member *large;	/* who has it, or NULL */
};

static bool
is_alone(const struct crew *crew)
{
	return crew->plan->threads == 0;
}

/* ---- members ---- */

static bool
must_wait(const struct crew *crew, size_t task)
{
	if (crew->stopped)
		return false;
	if (task == crew->turn)
		return crew->tasks[task].count >= MAX_OF_TURN;
	return crew->waiting >= crew->plan->max_waiting;
}

/* In the calling thread, which alone changes crew->stopped, unlocked. */
static bool
crew_take(const struct crew *crew, size_t task, void *item)
{
	return crew->plan->take(crew->plan->data, task, item, crew->stopped);
}

void
crew_deliver(struct crew_member *member, void *item)
{
	struct crew *crew = member->crew;
	struct task *task = &crew->tasks[member->task];
	struct delivery *delivery;

	if (is_alone(crew)) {
		crew->stopped |= !crew_take(crew, member->task, item);
		return;
	}
	delivery = mem_calloc(1, sizeof(*delivery));
	delivery->item = item;
	pthread_mutex_lock(&crew->lock);
	while (must_wait(crew, member->task))
		pthread_cond_wait(&crew->for_members, &crew->lock);
	*task->last = delivery;
	task->last = &delivery->next;
	task->count++;
	crew->waiting++;
	pthread_cond_signal(&crew->for_caller);
	pthread_mutex_unlock(&crew->lock);
}

bool
crew_call(struct crew_member *member, void (*function)(void *data),
    void *data)
{
	struct crew *crew = member->crew;
	struct task *task = &crew->tasks[member->task];
	bool called;

	if (is_alone(crew)) {
		if (!crew->stopped)
			function(data);
		return !crew->stopped;
	}
	pthread_mutex_lock(&crew->lock);
	task->function = function;
	task->data = data;
	pthread_cond_signal(&crew->for_caller);
	while (task->function && !crew->stopped)
		pthread_cond_wait(&crew->for_members, &crew->lock);
	called = !task->function;
	task->function = NULL;
	pthread_mutex_unlock(&crew->lock);
	return called;
}

bool
crew_stopped(const struct crew_member *member)
{
	struct crew *crew = member->crew;
	bool stopped;

	if (is_alone(crew))
		return crew->stopped;
	pthread_mutex_lock(&crew->lock);
	stopped = crew->stopped;
	pthread_mutex_unlock(&crew->lock);
	return stopped;
}

void
crew_begin_large(struct crew_member *member)
{
	struct crew *crew = member->crew;

	if (is_alone(crew))
		return;
	pthread_mutex_lock(&crew->lock);
	while (crew->large && crew->turn != member->task && !crew->stopped)
		pthread_cond_wait(&crew->for_members, &crew->lock);
	if (!crew->large)
		crew->large = member;
	pthread_mutex_unlock(&crew->lock);
}

void
crew_end_large(struct crew_member *member)
{
	struct crew *crew = member->crew;

	if (is_alone(crew))
		return;
	pthread_mutex_lock(&crew->lock);
	if (crew->large == member) {
		crew->large = NULL;
		pthread_cond_broadcast(&crew->for_members);
	}
	pthread_mutex_unlock(&crew->lock);
}

/* Whether all heavy tasks before it, which have begun, are done. */
static bool
may_be_heavy(struct crew *crew, size_t task)
{
	while (crew->light < task && (!crew->tasks[crew->light].heavy ||
	    crew->tasks[crew->light].done))
		crew->light++;
	return crew->light == task;
}

/* The next task to do; false at the end. */
static bool
begin_task(struct crew *crew, size_t *task)
{
	bool more;

	pthread_mutex_lock(&crew->lock);
	more = !crew->stopped && crew->next < crew->plan->tasks;
	if (more)
		*task = crew->next++;
	while (more && crew->tasks[*task].heavy && !crew->stopped &&
	    !may_be_heavy(crew, *task))
		pthread_cond_wait(&crew->for_members, &crew->lock);
	pthread_mutex_unlock(&crew->lock);
	return more;
}

static void
crew_end_task(struct crew *crew, size_t task)
{
	pthread_mutex_lock(&crew->lock);
	crew->tasks[task].done = true;
	pthread_cond_signal(&crew->for_caller);
	if (crew->tasks[task].heavy)
		pthread_cond_broadcast(&crew->for_members);
	pthread_mutex_unlock(&crew->lock);
}

static void *
member_main(void *data)
{
	struct crew_member member = { .crew = data };
	const struct crew_plan *plan = member.crew->plan;

	if (plan->begin)
		member.own = plan->begin(plan->data);
	while (begin_task(member.crew, &member.task)) {
		plan->work(plan->data, &member);
		crew_end_task(member.crew, member.task);
	}
	if (plan->end)
		plan->end(plan->data, member.own);
	return NULL;
}

/* ---- the calling thread ---- */

static void
crew_idle(const struct crew *crew)
{
	if (crew->plan->idle)
		crew->plan->idle(crew->plan->data);
}

/* Wait for members, at most a tenth of a second. */
static void
wait_for_members(struct crew *crew)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += IDLE_NS;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	if (pthread_cond_timedwait(&crew->for_caller, &crew->lock, &until) !=
	    ETIMEDOUT)
		return;
	pthread_mutex_unlock(&crew->lock);
	crew_idle(crew);
	pthread_mutex_lock(&crew->lock);
}

static void
crew_take_first(struct crew *crew, size_t number)
{
	struct task *task = &crew->tasks[number];
	struct delivery *delivery = task->first;
	bool more;

	task->first = delivery->next;
	if (!task->first)
		task->last = &task->first;
	task->count--;
	crew->waiting--;
	pthread_cond_broadcast(&crew->for_members);
	pthread_mutex_unlock(&crew->lock);
	more = crew_take(crew, number, delivery->item);
	crew_idle(crew);
	free(delivery);
	pthread_mutex_lock(&crew->lock);
	crew->stopped |= !more;
	/* Who waits for a call or for room must learn of a stop. */
	pthread_cond_broadcast(&crew->for_members);
}

static void
crew_call_task(struct crew *crew, struct task *task)
{
	void (*function)(void *data) = task->function;
	void *data = task->data;

	pthread_mutex_unlock(&crew->lock);
	function(data);
	pthread_mutex_lock(&crew->lock);
	task->function = NULL;
	pthread_cond_broadcast(&crew->for_members);
}

/* Take all that a task delivers. */
static void
crew_attend(struct crew *crew, size_t number)
{
	struct task *task = &crew->tasks[number];

	pthread_mutex_lock(&crew->lock);
	crew->turn = number;
	pthread_cond_broadcast(&crew->for_members);
	for (;;) {
		if (task->first)
			crew_take_first(crew, number);
		else if (task->function && !crew->stopped)
			crew_call_task(crew, task);
		else if (task->done ||
		    (crew->stopped && number >= crew->next))
			break;
		else
			wait_for_members(crew);
	}
	pthread_mutex_unlock(&crew->lock);
}

static void
run_alone(struct crew *crew)
{
	struct crew_member member = { .crew = crew };
	const struct crew_plan *plan = crew->plan;

	if (plan->begin)
		member.own = plan->begin(plan->data);
	for (; member.task < plan->tasks && !crew->stopped; member.task++) {
		plan->work(plan->data, &member);
		crew_idle(crew);
	}
	if (plan->end)
		plan->end(plan->data, member.own);
}

/* Start as many threads as the system gives; none: false. */
static size_t
crew_start(struct crew *crew, pthread_t *threads)
{
	pthread_attr_t attributes;
	size_t count = 0;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	while (count < crew->plan->threads && pthread_create(&threads[count],
	    &attributes, member_main, crew) == 0)
		count++;
	pthread_attr_destroy(&attributes);
	return count;
}

static void
run_threads(struct crew *crew)
{
	pthread_t *threads = mem_calloc(crew->plan->threads,
	    sizeof(*threads));
	size_t count = crew_start(crew, threads), i;

	if (count == 0)
		mem_fail();
	for (i = 0; i < crew->plan->tasks; i++)
		crew_attend(crew, i);
	for (i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	free(threads);
}

void
crew_run(const struct crew_plan *plan)
{
	struct crew crew = { .plan = plan };
	size_t i;

	pthread_mutex_init(&crew.lock, NULL);
	pthread_cond_init(&crew.for_members, NULL);
	pthread_cond_init(&crew.for_caller, NULL);
	crew.tasks = mem_calloc(plan->tasks, sizeof(*crew.tasks));
	for (i = 0; i < plan->tasks; i++) {
		crew.tasks[i].last = &crew.tasks[i].first;
		crew.tasks[i].heavy = plan->is_heavy &&
		    plan->is_heavy(plan->data, i);
	}
	if (is_alone(&crew))
		run_alone(&crew);
	else
		run_threads(&crew);
	free(crew.tasks);
	pthread_cond_destroy(&crew.for_caller);
	pthread_cond_destroy(&crew.for_members);
	pthread_mutex_destroy(&crew.lock);
}
