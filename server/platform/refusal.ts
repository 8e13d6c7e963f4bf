import { type RefusalCode, refusals } from '#contract/refusals.ts'

/** A 'no' that the caller can act on, listed in the contract; anything else thrown is a fault. */
export class Refusal extends Error {
  readonly status: number
  readonly code: RefusalCode
  readonly errors: { path: string; message: string }[] | undefined
  readonly detail: unknown
  constructor(code: RefusalCode, more: { errors?: { path: string; message: string }[]; detail?: unknown } = {}) {
    super(refusals[code][1])
    this.code = code
    this.status = refusals[code][0]
    this.errors = more.errors
    this.detail = more.detail
  }
}

/** Refuses with the field that is wrong, so that a form can mark it. */
export const createFieldRefusal = (code: RefusalCode, path: string): Refusal =>
  new Refusal(code, { errors: [{ path, message: refusals[code][1] }] })

/** Turns a broken constraint of that name into its refusal; every other fault goes on as it is. */
export const rethrowConstraintAs =
  (constraint: string, code: RefusalCode) =>
  (fault: unknown): never => {
    throw (fault as { constraint?: string }).constraint === constraint ? new Refusal(code) : fault
  }
