import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { createOnDisk } from './create-engine.ts'
import type { Asked, FromEngine, ToEngine, Told } from './messages.ts'

type Held = { tx: Pick<Transaction, 'query' | 'exec'>; end: (commit: boolean) => void; over: Promise<unknown> }

const say = (message: FromEngine) => parentPort?.postMessage(message)
const rolledBack = Symbol('rolled back')
const held = new Map<number, Held>()
const heard = new Map<string, () => Promise<void>>()

const answered = async (id: number, answer: Promise<unknown>) => {
  try {
    say({ id, answer: await answer })
  } catch (fault) {
    say({ id, fault: told(fault as Error) })
  }
}

function told(fault: Error): Told {
  const facts = Object.entries(fault).filter(
    ([name, value]) => name !== 'queryOptions' && !(value instanceof Function) && name !== 'message' && name !== 'name',
  )
  return { name: fault.name, message: fault.message, facts: Object.fromEntries(facts) }
}

async function act(engine: PGlite, id: number, asked: Asked): Promise<unknown> {
  switch (asked.do) {
    case 'query':
      return of(engine, asked.at).query(asked.text, asked.params, asked.options)
    case 'exec':
      return of(engine, asked.at).exec(asked.text, asked.options)
    case 'hold':
      return hold(engine, id, asked.how)
    case 'release':
      return release(asked.at, asked.commit)
    case 'listen': {
      const { channel } = asked
      heard.set(channel, await engine.listen(channel, (payload) => say({ channel, payload })))
      return
    }
    case 'unlisten':
      await heard.get(asked.channel)?.()
      heard.delete(asked.channel)
      return
    case 'close':
      return engine.close()
  }
}

const of = (engine: PGlite, at: number | undefined): Pick<Transaction, 'query' | 'exec'> => {
  if (at === undefined) return engine
  const one = held.get(at)
  if (!one) throw new Error('This transaction is over.')
  return one.tx
}

/** Begins a transaction, or keeps everybody else out, until it is released. */
function hold(engine: PGlite, id: number, how: 'transaction' | 'alone'): Promise<void> {
  return new Promise((begun, failed) => {
    const until = (tx: Held['tx']) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      held.set(id, { tx, end: resolve, over })
      begun()
      return promise.then((commit) => {
        if (!commit) throw rolledBack
      })
    }
    const over: Promise<unknown> = Promise.resolve().then(() =>
      how === 'transaction' ? engine.transaction(until) : engine.runExclusive(() => until(engine)),
    )
    over.catch(failed)
  })
}

async function release(at: number, commit: boolean): Promise<void> {
  const one = held.get(at)
  if (!one) throw new Error('This transaction is over.')
  held.delete(at)
  one.end(commit)
  await one.over.catch((fault) => {
    if (fault !== rolledBack) throw fault
  })
}

const engine = createOnDisk(workerData as string)
answered(
  0,
  engine.then(() => undefined),
)
parentPort?.on('message', ({ id, ...asked }: ToEngine) =>
  answered(
    id,
    engine.then((one) => act(one, id, asked as Asked)),
  ),
)
