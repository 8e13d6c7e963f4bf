import { isEmail } from '#contract/accounts/parse-email.ts'
import { Undeliverable } from '#server/gateways/errors.ts'

/** Structured, because mail libraries parse text as a list of addresses. */
export type MailAddress = { name: string; address: string }

/** Throws `Undeliverable` unless the recipient is a single email address. */
export function requireOneAddress(to: MailAddress): void {
  if (!isEmail(to.address)) throw new Undeliverable('the recipient is not one email address')
}
