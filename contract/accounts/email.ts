import { z } from 'zod'
import { LONGEST_EMAIL, parseEmail } from './parse-email.ts'

/** Validates an email address. Returns it with its domain in ASCII and lower case. */
export const Email = z
  .string()
  .max(LONGEST_EMAIL, { abort: true, error: 'Email address is not valid' })
  .transform((typed, ctx) => {
    const address = parseEmail(typed)
    if (address !== null) return address
    ctx.issues.push({
      code: 'custom',
      input: typed,
      message: typed.trim() ? 'Email address is not valid' : 'Email is required',
    })
    return z.NEVER
  })

/** The address of an existing account. Also accepts addresses that earlier versions accepted, such as `a..b@x.com`. */
export const LoginEmail = z
  .string()
  .max(LONGEST_EMAIL, { abort: true, error: 'Email address is not valid' })
  .transform((typed, ctx) => {
    const text = typed.trim()
    const [name, domain, ...more] = text.split('@')
    const earlier = !more.length && name && domain?.includes('.') && !/\s/.test(text)
    const address = parseEmail(typed) ?? (earlier ? text : null)
    if (address !== null) return address
    ctx.issues.push({
      code: 'custom',
      input: typed,
      message: text ? 'Email address is not valid' : 'Email is required',
    })
    return z.NEVER
  })

export const EmailOrEmpty = z
  .string()
  .max(LONGEST_EMAIL, { abort: true, error: 'Email address is not valid' })
  .transform((typed, ctx) => {
    const address = typed.trim() && parseEmail(typed)
    if (address !== null) return address
    ctx.issues.push({ code: 'custom', input: typed, message: 'Email address is not valid' })
    return z.NEVER
  })
