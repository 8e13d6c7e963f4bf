import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { OwnCatalogue } from '#contract/providers/own-catalogue.ts'
import type { OwnProfile } from '#contract/providers/own-profile.ts'
import { reader } from '#contract/words.ts'
import { apiErrorOf } from '#web/platform/api/api.ts'
import { reveal } from '#web/ui/reveal.ts'
import { signupWords } from '#web/signup/signup-words.ts'

/** What every form of a profile takes: its id, so that a button anywhere on the page can send it, and what happens with what was saved. */
export interface ProfileFormProps {
  id: string
  profile: OwnProfile
  catalogue: OwnCatalogue
  onSaved: (profile: OwnProfile) => void | Promise<void>
  /** Told whether something is typed that is not saved, and whether it is being saved. */
  onState?: (state: FormState) => void
  /** Shows what is typed before it is saved. */
  onPreview?: (change: Partial<OwnProfile>) => void
}
export type FormState = { dirty: boolean; busy: boolean }
export type Errors = Readonly<Record<string, string>>

const t = reader(signupWords)

interface Saving<D, R> {
  start: D
  /** What is wrong with the draft, by field; nothing is sent while something is. */
  check?: (draft: D) => Errors
  send: (draft: D) => Promise<R>
  onSaved: (saved: R) => void | Promise<void>
  onState?: ((state: FormState) => void) | undefined
}

/** A form that keeps what was typed until it is saved: its draft, its errors by field, and the way the focus goes to the first bad one. */
export function useForm<D, R>({ start, check, send, onSaved, onState }: Saving<D, R>) {
  const [draft, setDraft] = useState(start)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => onState?.(state), [state, onState])
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try, not for each letter that puts something right
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    reveal(wrong)
    // What no field can say, the form says.
    const [message] = Object.values(errors)
    if (tries > 0 && !wrong && message) setProblem(message)
  }, [tries])

  const change = (part: Partial<D>) => {
    setDraft((before) => ({ ...before, ...part }))
    // What has been put right stops saying that it is wrong.
    const wrong = check?.({ ...draft, ...part }) ?? {}
    setErrors((before) =>
      Object.fromEntries(Object.keys(before).flatMap((field) => (wrong[field] ? [[field, wrong[field]]] : []))),
    )
    setState((before) => ({ ...before, dirty: true }))
  }
  const fail = (error: unknown) => {
    const said = apiErrorOf(error)
    const fields = Object.fromEntries(said.errors.toReversed().map(({ path, message }) => [path, message]))
    setErrors(fields)
    setTries((n) => n + 1)
    setProblem(
      Object.keys(fields).length > 0
        ? null
        : said.status >= 400
          ? said.message
          : t(navigator.onLine ? 'signup.failed' : 'signup.offline'),
    )
    setState({ dirty: true, busy: false })
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (state.busy) return
    const wrong = check?.(draft) ?? {}
    setErrors(wrong)
    setProblem(null)
    if (Object.keys(wrong).length > 0) return setTries((n) => n + 1)
    setState({ dirty: true, busy: true })
    try {
      const saved = await send(draft)
      setState({ dirty: false, busy: false })
      await onSaved(saved)
    } catch (error) {
      fail(error)
    }
  }
  return { draft, change, errors, problem, busy: state.busy, submit, form, setErrors, setProblem }
}
