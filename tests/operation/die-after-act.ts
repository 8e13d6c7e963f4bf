import pg from 'pg'

// Loaded before a process that is to die at the worst of moments: as soon as the transaction that stores an answer has been committed, before anybody has heard of it.
const storing = new WeakSet<object>()
const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>

pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
  const text = typeof args[0] === 'string' ? args[0] : ((args[0] as { text?: string } | undefined)?.text ?? '')
  if (/^update "idempotency" set .*"body"/.test(text)) storing.add(this)
  const answer = query.apply(this, args)
  if (text !== 'commit' || !storing.has(this)) return answer
  return answer.then(() => process.kill(process.pid, 'SIGKILL'))
} as typeof pg.Client.prototype.query
