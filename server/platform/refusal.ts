import { type RefusalCode, refusals } from '#contract/refusals.ts'

/** An expected error listed in the contract. Anything else thrown is a fault. */
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

export const createFieldRefusal = (code: RefusalCode, path: string): Refusal =>
  new Refusal(code, { errors: [{ path, message: refusals[code][1] }] })

export const rethrowConstraintAs =
  (constraint: string, code: RefusalCode) =>
  (fault: unknown): never => {
    throw (fault as { constraint?: string }).constraint === constraint ? new Refusal(code) : fault
  }
