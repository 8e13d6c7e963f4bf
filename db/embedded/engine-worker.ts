import { parentPort, workerData } from 'node:worker_threads'
import { createOnDisk } from './create-engine.ts'
import { type BareEngine, engineHere } from './engine.ts'
import type { Asked, FromEngine, ToEngine, Told } from './messages.ts'

const say = (message: FromEngine, handedOver: ArrayBuffer[] = []) => parentPort?.postMessage(message, handedOver)

const answered = async (id: number, answer: Promise<unknown>) => {
  try {
    const given = await answer
    if (given instanceof Uint8Array) {
      // A buffer of its own goes over without being copied.
      const bytes = new Uint8Array(given)
      say({ id, answer: bytes }, [bytes.buffer])
    } else say({ id, answer: given })
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

function act(engine: BareEngine, asked: Asked): Promise<unknown> {
  switch (asked.do) {
    case 'say':
      return engine.say(asked.bytes)
    case 'query':
      return engine.query(asked.text, asked.params, asked.options)
    case 'exec':
      return engine.exec(asked.text, asked.options)
    case 'close':
      return engine.close()
  }
}

const opened = createOnDisk(workerData as string).then((pglite) => {
  const engine = engineHere(pglite)
  engine.onNotification((channel, payload) => say({ channel, payload }))
  return engine
})
answered(
  0,
  opened.then(() => undefined),
)
parentPort?.on('message', ({ id, ...asked }: ToEngine) =>
  answered(
    id,
    opened.then((engine) => act(engine, asked as Asked)),
  ),
)
