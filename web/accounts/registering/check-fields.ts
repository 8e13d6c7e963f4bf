import { formatMessage } from '#contract/i18n/messages.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { isEmail } from '#contract/accounts/parse-email.ts'

const required = (name: string) => formatMessage(sharedMessages['field.required'], { Name: name })

const dropEmpty = (checked: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(checked).filter((entry): entry is [string, string] => entry[1] !== null))

const emailError = (email: string): string | null =>
  email.trim() === '' ? required('Email') : isEmail(email) ? null : formatMessage(sharedMessages['field.email'])
const newPasswordError = (password: string): string | null =>
  password === ''
    ? required('Password')
    : [...password].length < 10
      ? formatMessage(sharedMessages['field.password.short'])
      : null

export const validateEmail = (email: string) => dropEmpty({ email: emailError(email) })

export const validateLogin = (email: string, password: string) =>
  dropEmpty({ email: emailError(email), password: password === '' ? required('Password') : null })

export const validateNewPassword = (password: string) => dropEmpty({ password: newPasswordError(password) })

export const validateCode = (code: string) =>
  dropEmpty({
    code:
      code.trim() === ''
        ? required('Code')
        : /^\d{6}$/.test(code.replaceAll(/[\s-]/g, ''))
          ? null
          : formatMessage(sharedMessages['field.invalid'], { name: 'Code' }),
  })

/** Returns the registration form's errors; the server validates the number. */
export const registerErrors = ({ name, email, password }: { name: string; email: string; password: string }) =>
  dropEmpty({
    name: name.trim() === '' ? required('Name') : null,
    email: emailError(email),
    password: newPasswordError(password),
  })

export const validateName = (name: string) => dropEmpty({ name: name.trim() === '' ? required('Name') : null })
