import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { RefusalCode } from '#contract/refusals.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { revealSoon } from '#web/ui/reveal.ts'
import { ActKeys } from './api/act-keys.ts'
import { type ApiError, apiErrorOf } from './api/api.ts'

/** What is wrong, by the name of the field; `form` for what belongs to none, `fault` for what is nobody's slip. */
export type Errors = Readonly<Record<string, string>>

/** What a refusal means on a page: its words, the fields it belongs to, or null where the page has seen to it. */
type Meaning = string | Errors | null
type Says =
  | Partial<Record<RefusalCode, Meaning | ((fault: ApiError) => Meaning)>>
  | ((fault: ApiError) => Meaning | undefined)

/** What a failed act says, by field where it names one of these. */
export function errorsOf(error: unknown, fields: readonly string[] = [], says: Says = {}): Errors {
  const fault = apiErrorOf(error)
  const meant = typeof says === 'function' ? says : says[fault.code as RefusalCode]
  const meaning = typeof meant === 'function' ? meant(fault) : meant
  if (meaning === null) return {}
  if (meaning !== undefined) return typeof meaning === 'string' ? { form: meaning } : meaning
  if (fault.status < 400 || fault.status >= 500) return { fault: fault.message }
  const known = fault.errors.filter(({ path }) => fields.includes(path)).toReversed()
  return known.length > 0
    ? Object.fromEntries(known.map(({ path, message }) => [path, message]))
    : { form: fault.errors[0]?.message ?? fault.message }
}

/** Which acts are under way, by name, and what the last one said. */
export interface Acting {
  doing: readonly string[]
  errors: Errors
}
export const still: Acting = { doing: [], errors: {} }
export const begun = ({ doing }: Acting, name: string): Acting => ({ doing: [...doing, name], errors: {} })
export const ended = ({ doing, errors }: Acting, name: string, wrong: Errors = errors): Acting => ({
  doing: doing.filter((each) => each !== name),
  errors: wrong,
})

interface Settings {
  /** The form that is sent: errors are put to its fields, and the focus to the first of them. */
  form?: RefObject<HTMLFormElement | null>
  /** What each refusal means here; of any other its own words are shown. */
  says?: Says
  /** Shows what belongs to no field as a toast instead of keeping it for the page. */
  toasts?: boolean
}

interface How {
  /** What the page itself finds wrong, by field: nothing is sent while there is something. */
  wrong?: Errors
  /** Which of a page's acts it is, where there are several. */
  as?: string
  /** The page is left by it: it waits until then. */
  leaves?: boolean
}

/** Runs acts, each once at a time, and tells a page how they stand; a lost answer is asked for again under the same key. */
export class ActRunner {
  readonly #under = new Set<string>()
  readonly #keys = new Map<string, ActKeys>()

  /** Answers what the act answered, or null where it did not run or was refused. */
  async run<T>(
    name: string,
    work: (key: ActKeys) => Promise<T>,
    tell: { begun: () => void; refused: (error: unknown) => void; ended: () => void },
  ): Promise<{ answer: T } | null> {
    if (this.#under.has(name)) return null
    this.#under.add(name)
    const keys = this.#keys.get(name) ?? new ActKeys()
    this.#keys.set(name, keys)
    tell.begun()
    try {
      const answer = await work(keys)
      keys.done()
      tell.ended()
      return { answer }
    } catch (error) {
      tell.refused(error)
      return null
    } finally {
      this.#under.delete(name)
    }
  }
}

/** An act of a page: runs once at a time, says that it waits, and puts a refusal to its field and the focus there; what was typed stays. */
export function useAct(settings: Settings = {}) {
  const [acting, setActing] = useState(still)
  const [runner] = useState(() => new ActRunner())
  // What the page says now counts when the answer comes, and `run` stays the same.
  const latest = useRef(settings)
  latest.current = settings
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const change = useCallback((step: (now: Acting) => Acting) => {
    if (here.current) setActing(step)
  }, [])
  const refuse = useCallback(
    (wrong: Errors) => {
      change((now) => ({ ...now, errors: wrong }))
      focusFirst(latest.current.form, wrong)
    },
    [change],
  )
  const clear = useCallback(() => change((now) => ({ ...now, errors: {} })), [change])
  const run = useCallback(
    async <T>(
      work: (key: ActKeys) => Promise<T>,
      { wrong, as = 'act', leaves = false }: How = {},
    ): Promise<{ answer: T } | null> => {
      if (wrong && Object.keys(wrong).length > 0) {
        refuse(wrong)
        return null
      }
      return runner.run(as, work, {
        begun: () => change((now) => begun(now, as)),
        ended: () => leaves || change((now) => ended(now, as)),
        refused: (error) => {
          const { form, says, toasts } = latest.current
          const said = errorsOf(error, fieldsOf(form?.current), says)
          const { form: whole = said['fault'], fault: _, ...fields } = said
          if (toasts && whole) toast('error', whole)
          change((now) => ended(now, as, toasts ? fields : said))
          focusFirst(form, said)
        },
      })
    },
    [runner, change, refuse],
  )
  const { doing, errors } = acting
  return {
    run,
    refuse,
    clear,
    errors,
    /** What belongs to no field. */
    said: errors['form'] ?? errors['fault'] ?? null,
    waiting: doing.length > 0,
    isDoing: (name: string) => doing.includes(name),
  }
}

const fieldsOf = (form: HTMLFormElement | null | undefined): string[] =>
  [...(form?.elements ?? [])].map((field) => field.getAttribute('name') ?? '').filter(Boolean)

function focusFirst(form: RefObject<HTMLFormElement | null> | undefined, wrong: Errors): void {
  const { form: _said, fault: _fault, ...fields } = wrong
  if (!form || Object.keys(fields).length === 0) return
  const first = fieldsOf(form.current).find((name) => fields[name])
  // Once the messages stand in the page, so that the field is read with its own.
  revealSoon(() => form.current?.querySelector<HTMLElement>(first ? `[name="${first}"]` : '[aria-invalid="true"]'))
}
