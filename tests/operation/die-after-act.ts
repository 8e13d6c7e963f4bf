import pg from 'pg'

// Preloaded into a process: kills it after this number of actions has been committed, before their responses.
let left = Number(process.env['DIE_AFTER_ACTS'] ?? 1)
const acting = new WeakSet<object>()
const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
const never = new Promise<never>(() => {})

// An action is recognised by its stored response, or by an insert if the response is a secret.
const inserted = process.env['DIE_AFTER_INSERT']
const marks = inserted
  ? new RegExp(`^insert into "${inserted}"`)
  : /^(update|insert into) "idempotency" .*"body"|\bsave_idempotent_response\(/
// A single statement is its own transaction.
const within = new WeakSet<object>()

pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
  const text = typeof args[0] === 'string' ? args[0] : ((args[0] as { text?: string } | undefined)?.text ?? '')
  if (text === 'begin') {
    acting.delete(this)
    within.add(this)
  }
  if (marks.test(text)) acting.add(this)
  const answer = query.apply(this, args)
  const over = text === 'commit' || !within.has(this)
  if (text === 'commit' || text === 'rollback') within.delete(this)
  if (!over || !acting.delete(this)) return answer
  return answer.then(() => {
    if (--left === 0) process.kill(process.pid, 'SIGKILL')
    return never
  })
} as typeof pg.Client.prototype.query
