import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { OwnCatalogue, OwnProfile } from '#contract/own-profile.ts'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api.ts'
import { signupWords } from '#web/signup/signup-words.ts'
import './forms.css'

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
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  const change = (part: Partial<D>) => {
    setDraft((before) => ({ ...before, ...part }))
    setState((before) => ({ ...before, dirty: true }))
  }
  const fail = (error: unknown) => {
    const said = error instanceof ApiError ? error : null
    const fields = Object.fromEntries((said?.errors ?? []).toReversed().map(({ path, message }) => [path, message]))
    setErrors(fields)
    setProblem(Object.keys(fields).length > 0 ? null : said && said.status >= 400 ? said.message : t(navigator.onLine ? 'signup.failed' : 'signup.offline'))
    setState({ dirty: true, busy: false })
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (state.busy) return
    const wrong = check?.(draft) ?? {}
    setErrors(wrong)
    setProblem(null)
    if (Object.keys(wrong).length > 0) return
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

/** Money as it was typed, in major units; null where there is nothing to read. */
export const amountOf = (typed: string): number | null => {
  const plain = typed.replaceAll(/[,\s]/g, '')
  return plain === '' || !/^\d*\.?\d*$/.test(plain) || plain === '.' ? null : Number(plain)
}

/** An amount as a field shows it. */
export const typedAmount = (amount: number | null): string => (amount === null ? '' : String(amount))
