import { type RefObject, useState } from 'react'
import { ApiError } from '#web/platform/api/api.ts'

/** What is wrong, by the name of the field; `form` for what belongs to none, `fault` for what is nobody's slip. */
export type Errors = Readonly<Record<string, string>>

/** What a failed call says, by field where it names one. */
function errorsOf(error: unknown, fields: readonly string[]): Errors {
  const said = error instanceof ApiError ? error : new ApiError(0, {})
  if (said.status < 400 || said.status >= 500) return { fault: said.message }
  const known = said.errors.filter(({ path }) => fields.includes(path))
  return known.length > 0
    ? Object.fromEntries(known.map(({ path, message }) => [path, message]))
    : { form: said.message }
}

/** A form that is sent: busy while it runs, what came back by field, and the focus at the first field that needs a look; what was typed stays. */
export function useSending(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const fieldsOf = () =>
    [...(form.current?.elements ?? [])].map((field) => field.getAttribute('name') ?? '').filter(Boolean)
  const refuse = (wrong: Errors) => {
    setErrors(wrong)
    const first = fieldsOf().find((name) => wrong[name])
    // Once the messages stand in the page, so that the field is read with its own.
    if (first) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus())
  }
  const send = async <T>(wrong: Errors, work: () => Promise<T>): Promise<{ answer: T } | null> => {
    if (Object.keys(wrong).length > 0) {
      refuse(wrong)
      return null
    }
    setErrors({})
    setBusy(true)
    try {
      return { answer: await work() }
    } catch (error) {
      refuse(errorsOf(error, fieldsOf()))
      return null
    } finally {
      setBusy(false)
    }
  }
  return { errors, busy, send, setErrors }
}
