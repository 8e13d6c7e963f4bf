import { expect, test } from 'vitest'
import { codeErrors, emailErrors, loginErrors, newPasswordErrors, registerErrors } from './check-fields.ts'

test('each field says what is wrong with it, and nothing where nothing is', () => {
  expect(loginErrors('', '')).toEqual({ email: 'Email is required', password: 'Password is required' })
  expect(loginErrors(' leila@mail ', 'x')).toEqual({ email: 'Email address is not valid' })
  expect(loginErrors(' leila@mail.example ', 'x')).toEqual({})
  expect(emailErrors('leila')).toEqual({ email: 'Email address is not valid' })
  expect(newPasswordErrors('nine char')).toEqual({ password: 'Use at least 10 characters.' })
  expect(codeErrors('123 456')).toEqual({})
  expect(codeErrors('12345')).toEqual({ code: 'Code is not valid' })
  expect(registerErrors({ name: ' ', email: 'leila@mail.example', password: 'three plain words' })).toEqual({
    name: 'Name is required',
  })
})
