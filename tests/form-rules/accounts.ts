import type { Rule } from './rule.ts'

export const accountRules: readonly Rule[] = [
  {
    form: 'registering/register-page',
    rule: 'the terms',
    who: 'anyone',
    call: [
      'POST',
      '/v1/accounts/register',
      {
        name: 'Nora',
        email: 'rules@mail.example',
        password: 'seven otters wandering',
        acceptTerms: false,
        adult: true,
        country: 'GB',
      },
    ],
    refused: 'acceptTerms',
  },
  {
    form: 'registering/register-page',
    rule: 'an adult',
    who: 'anyone',
    call: [
      'POST',
      '/v1/accounts/register',
      {
        name: 'Nora',
        email: 'rules@mail.example',
        password: 'seven otters wandering',
        acceptTerms: true,
        country: 'GB',
      },
    ],
    refused: 'adult',
  },
  {
    form: 'registering/register-page',
    rule: 'a name',
    who: 'anyone',
    call: [
      'POST',
      '/v1/accounts/register',
      {
        name: ' ',
        email: 'rules@mail.example',
        password: 'seven otters wandering',
        acceptTerms: true,
        adult: true,
        country: 'GB',
      },
    ],
    refused: 'name',
  },
  {
    form: 'registering/register-page',
    rule: 'a strong password',
    who: 'anyone',
    call: [
      'POST',
      '/v1/accounts/register',
      {
        name: 'Nora',
        email: 'rules@mail.example',
        password: 'password',
        acceptTerms: true,
        adult: true,
        country: 'GB',
      },
    ],
    refused: 'password',
  },
  {
    form: 'own-account/own-details',
    rule: 'a name',
    call: ['PATCH', '/v1/accounts/me', { name: ' ' }],
    refused: 'name',
  },
  {
    form: 'own-account/own-number',
    rule: 'six digits',
    call: ['POST', '/v1/accounts/me/mobile/proof', { code: '12' }],
    refused: 'code',
  },
  {
    form: 'own-account/own-address',
    rule: 'a valid email address',
    call: ['POST', '/v1/accounts/me/email', { email: 'nora' }],
    refused: 'email',
  },
  {
    form: 'factors/own-factors',
    rule: 'a name for a passkey',
    call: ['PATCH', '/v1/accounts/me/passkeys/none', { name: ' ' }],
    refused: 'name',
  },
  {
    form: 'factors/proof-form',
    rule: 'six digits',
    call: ['POST', '/v1/accounts/step-up', { totp: '12' }],
    refused: 'totp',
  },
]
