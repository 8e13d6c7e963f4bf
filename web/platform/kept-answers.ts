import type { RouterContextProvider } from 'react-router'
import { visitContext } from './context.ts'

const keptFor = 30_000
const most = 500

const answers = new Map<string, { until: number; answer: Promise<unknown> }>()

/** An answer that is the same for everyone, asked at most twice a minute by pages that are the same for everyone. */
export function keptAnswer<T>(context: Readonly<RouterContextProvider>, key: string, ask: () => Promise<T>, now = Date.now()): Promise<T> {
  const { nonce, publicUrl } = context.get(visitContext)
  if (nonce) return ask()
  const name = `${publicUrl} ${key}`
  const known = answers.get(name)
  if (known && known.until > now) return known.answer as Promise<T>
  const answer = ask()
  answers.delete(name)
  answers.set(name, { until: now + keptFor, answer })
  if (answers.size > most) answers.delete(answers.keys().next().value as string)
  answer.catch(() => answers.delete(name))
  return answer
}
