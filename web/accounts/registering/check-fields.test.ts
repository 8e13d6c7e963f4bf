import { expect, test } from 'vitest'
import { validateCode, validateEmail, validateLogin, validateNewPassword, registerErrors } from './check-fields.ts'

test('each invalid field has an error, and no other has one', () => {
  expect(validateLogin('', '')).toEqual({ email: 'Email is required', password: 'Password is required' })
  expect(validateLogin(' leila@mail ', 'x')).toEqual({ email: 'Email address is not valid' })
  expect(validateLogin(' leila@mail.example ', 'x')).toEqual({})
  expect(validateEmail('leila')).toEqual({ email: 'Email address is not valid' })
  expect(validateNewPassword('nine char')).toEqual({ password: 'Use at least 10 characters.' })
  expect(validateCode('123 456')).toEqual({})
  expect(validateCode('12345')).toEqual({ code: 'Code is not valid' })
  expect(registerErrors({ name: ' ', email: 'leila@mail.example', password: 'three plain words' })).toEqual({
    name: 'Name is required',
  })
})
