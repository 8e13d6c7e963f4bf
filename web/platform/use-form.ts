import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { RefusalCode } from '#contract/refusals.ts'
import { defineMessages, formatMessage } from '#contract/i18n/messages.ts'
import { type ApiError, toApiError } from '#web/platform/api/api.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { revealAfterRender, revealElement } from '#web/ui/reveal.ts'

/** Messages of a draft that was not saved because no response arrived. */
const formMessages = defineMessages({
  'form.failed': 'We could not save this. Your answers are still here. Try again.',
  'form.offline': 'You are offline. Your answers are still here. Save them when you are back.',
})

/** Error messages by field name; `form` for those of no field, `fault` for failures that are not the user's. */
export type Errors = Readonly<Record<string, string>>

/** Whether a draft has unsaved changes, and whether it is being sent. */
export type FormState = { dirty: boolean; busy: boolean }

/** The meaning of a refusal on a page: a message, errors by field, or null if the page has handled it. */
type Meaning = string | Errors | null
type Refusals =
  | Partial<Record<RefusalCode, Meaning | ((fault: ApiError) => Meaning)>>
  | ((fault: ApiError) => Meaning | undefined)

/** Returns the messages of a failed action: by field for `fields`, or for all fields that the response names. */
export function getErrors(error: unknown, fields: readonly string[] | 'all' = [], refusals: Refusals = {}): Errors {
  const fault = toApiError(error)
  const meant = typeof refusals === 'function' ? refusals(fault) : refusals[fault.code as RefusalCode]
  const meaning = typeof meant === 'function' ? meant(fault) : meant
  if (meaning === null) return {}
  if (meaning !== undefined) return typeof meaning === 'string' ? { form: meaning } : meaning
  if (fault.status < 400 || fault.status >= 500) return { fault: fault.message }
  const known = fault.errors.filter(({ path }) => fields === 'all' || fields.includes(path)).toReversed()
  return known.length > 0
    ? Object.fromEntries(known.map(({ path, message }) => [path, message]))
    : { form: fault.errors[0]?.message ?? fault.message }
}

/** Pending actions, and the errors of the last one. */
interface ActionState {
  pending: readonly string[]
  errors: Errors
}
export const idleState: ActionState = { pending: [], errors: {} }
export const startAction = ({ pending }: ActionState, name: string): ActionState => ({
  pending: [...pending, name],
  errors: {},
})
export const endAction = ({ pending, errors }: ActionState, name: string, failed: Errors = errors): ActionState => ({
  pending: pending.filter((each) => each !== name),
  errors: failed,
})

/** Runs actions, each once at a time. Retries after a lost response use the same idempotency key. */
export class ActionRunner {
  readonly #pending = new Set<string>()
  readonly #keys = new Map<string, ActKeys>()

  /** Returns the action's result, or null if it did not run or failed. */
  async run<T>(
    name: string,
    work: (key: ActKeys) => Promise<T>,
    on: { start: () => void; fail: (error: unknown) => void; end: () => void },
  ): Promise<{ answer: T } | null> {
    if (this.#pending.has(name)) return null
    this.#pending.add(name)
    const keys = this.#keys.get(name) ?? new ActKeys()
    this.#keys.set(name, keys)
    on.start()
    try {
      const answer = await work(keys)
      keys.done()
      on.end()
      return { answer }
    } catch (error) {
      on.fail(error)
      return null
    } finally {
      this.#pending.delete(name)
    }
  }
}

interface ActionOptions {
  /** The form element: its named fields get their errors, and the first of them the focus. */
  form?: RefObject<HTMLFormElement | null>
  /** Meanings of refusals on this page. Other refusals show the server's message. */
  refusals?: Refusals
  /** Shows messages of no field as toasts instead of returning them as `formError`. */
  toasts?: boolean
}

interface DraftOptions<D, R> {
  start: D
  /** Returns the draft's errors by field. Nothing is sent while there are any. */
  check?: (draft: D) => Errors
  send: (draft: D) => Promise<R>
  onSaved: (saved: R) => void | Promise<void>
  onState?: ((state: FormState) => void) | undefined
  refusals?: Refusals
}

interface RunOptions {
  /** Errors that the page has found by field. The action does not run if there are any. */
  errors?: Errors
  /** The name of the action, if the page has several. */
  name?: string
  /** Finds what the action has changed. It is scrolled into view and focused after success. */
  reveal?: () => HTMLElement | null | undefined
  /** Stays pending after success, for an action that navigates away. */
  staysPending?: boolean
}

interface Actions {
  /** Runs an action unless it is pending. Returns its result as `answer`, or null if it did not run or failed. */
  run: <T>(work: (key: ActKeys) => Promise<T>, options?: RunOptions) => Promise<{ answer: T } | null>
  /** Sets errors and focuses the first field that has one. */
  showErrors: (errors: Errors) => void
  /** Sets errors without moving the focus. */
  setErrors: (errors: Errors) => void
  clearErrors: () => void
  errors: Errors
  formError: string | null
  pending: boolean
  isPending: (name: string) => boolean
}

interface DraftForm<D> {
  form: RefObject<HTMLFormElement | null>
  draft: D
  /** Changes fields of the draft, and removes errors that this corrects. */
  change: (part: Partial<D>) => void
  submit: (event?: FormEvent) => Promise<void>
}

/**
 * Runs the actions of a form, dialog or button, each once at a time, with pending state, errors by field and focus on
 * the first one. Typed text is never lost. With `start` it also holds a draft until that is saved.
 */
export function useForm<D, R>(options: DraftOptions<D, R>): Actions & DraftForm<D>
export function useForm(options?: ActionOptions): Actions
export function useForm<D, R>(options: ActionOptions & Partial<DraftOptions<D, R>> = {}): Actions & DraftForm<D> {
  const [state, setState] = useState(idleState)
  const [runner] = useState(() => new ActionRunner())
  const [failures, setFailures] = useState(0)
  const [draft, setDraft] = useState(options.start as D)
  const [dirty, setDirty] = useState(false)
  const ownForm = useRef<HTMLFormElement>(null)
  const form = options.form ?? ownForm
  // `run` stays the same function and reads the newest options when the response arrives.
  const latest = useRef({ ...options, form })
  latest.current = { ...options, form }
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const update = useCallback((step: (now: ActionState) => ActionState) => {
    if (mounted.current) setState(step)
  }, [])
  const setErrors = useCallback((errors: Errors) => update((now) => ({ ...now, errors })), [update])
  const clearErrors = useCallback(() => setErrors({}), [setErrors])
  const showErrors = useCallback(
    (errors: Errors) => {
      setErrors(errors)
      setFailures((n) => n + 1)
    },
    [setErrors],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure, not for each change of the errors
  useEffect(() => {
    const { form: _form, fault: _fault, ...fields } = state.errors
    const [message] = Object.values(fields)
    if (failures === 0 || message === undefined) return
    const isDraft = draft !== undefined
    const named = isDraft ? undefined : fieldsOf(form.current).find((name) => fields[name])
    const element = form.current?.querySelector<HTMLElement>(named ? `[name="${named}"]` : '[aria-invalid="true"]')
    revealElement(element)
    // No field shows the message.
    if (isDraft && !element) update((now) => ({ ...now, errors: { ...now.errors, form: message } }))
  }, [failures])
  const run = useCallback<Actions['run']>(
    async (work, { errors, name = 'action', staysPending = false, reveal } = {}) => {
      if (errors && Object.keys(errors).length > 0) {
        showErrors(errors)
        return null
      }
      const done = await runner.run(name, work, {
        start: () => update((now) => startAction(now, name)),
        end: () => staysPending || update((now) => endAction(now, name)),
        fail: (error) => {
          const { toasts } = latest.current
          const failed = toFailure(error, latest.current)
          const { form: message = failed['fault'], fault: _, ...fields } = failed
          if (toasts && message) showToast('error', message)
          update((now) => endAction(now, name, toasts ? fields : failed))
          setFailures((n) => n + 1)
        },
      })
      if (done && reveal) revealAfterRender(reveal)
      return done
    },
    [runner, update, showErrors],
  )
  const pending = state.pending.length > 0
  const { check, send, onSaved, onState } = options
  useEffect(() => onState?.({ dirty, busy: pending }), [dirty, pending, onState])
  const change = (part: Partial<D>) => {
    setDraft((before) => ({ ...before, ...part }))
    setDirty(true)
    const wrong = check?.({ ...draft, ...part }) ?? {}
    update((now) => ({ ...now, errors: removeCorrected(now.errors, wrong) }))
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (!send || pending) return
    const sending = () => {
      setDirty(true)
      return send(draft)
    }
    const sent = await run(sending, { errors: check?.(draft) ?? {} })
    if (!sent) return
    setDirty(false)
    try {
      await onSaved?.(sent.answer)
    } catch (error) {
      setDirty(true)
      showErrors(toFailure(error, latest.current))
    }
  }
  return {
    run,
    showErrors,
    setErrors,
    clearErrors,
    errors: state.errors,
    formError: state.errors['form'] ?? state.errors['fault'] ?? null,
    pending,
    isPending: (name) => state.pending.includes(name),
    form,
    draft,
    change,
    submit,
  }
}

const fieldsOf = (form: HTMLFormElement | null | undefined): string[] =>
  [...(form?.elements ?? [])].map((field) => field.getAttribute('name') ?? '').filter(Boolean)

type Failing = { form: RefObject<HTMLFormElement | null>; refusals?: Refusals; start?: unknown }

/**
 * Returns the errors of a failed action. A draft gets all fields of the response, and messages of its own when no
 * response arrived.
 */
export function toFailure(error: unknown, { form, refusals, start }: Failing): Errors {
  if (start === undefined) return getErrors(error, fieldsOf(form.current), refusals)
  return toApiError(error).status < 400
    ? { fault: formatMessage(formMessages[navigator.onLine ? 'form.failed' : 'form.offline']) }
    : getErrors(error, 'all', refusals)
}

export function removeCorrected(errors: Errors, wrong: Errors): Errors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) =>
      field === 'form' || field === 'fault' ? [[field, message]] : wrong[field] ? [[field, wrong[field]]] : [],
    ),
  )
}

/**
 * Idempotency keys of one action. A request keeps its key until it is refused or the action is done, so that a retry
 * after a lost response has no second effect.
 */
export class ActKeys {
  readonly #keys = new Map<string, string>()

  /** Returns the key of a request, stable while its outcome is unknown. */
  of(call: string): string {
    const key = this.#keys.get(call) ?? crypto.randomUUID()
    this.#keys.set(call, key)
    return key
  }

  /** Drops the key of a request that was refused for good: nothing happened under it. */
  refused(call: string, status: number, code: string): void {
    // A request that is still running, or failed on the server, may have had its effect.
    if (status >= 400 && status < 500 && code !== 'request_running') this.#keys.delete(call)
  }

  /** The action is done: the next press gets new keys. */
  done(): void {
    this.#keys.clear()
  }
}
