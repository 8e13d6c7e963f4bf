import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const Role = z.enum(['customer', 'provider', 'operator'])
export const User = z.object({
  id: z.uuid(), profileId: z.string().nullable(), name: z.string(), email: z.string(), mobile: z.string().nullable(), roles: z.array(Role),
})
export type User = z.infer<typeof User>

export const SignedIn = z.object({
  token: z.string(), user: User,
  /** How many searches of this browser's visitor have become theirs. */
  claimed: z.number().int(),
})

export const accounts = {
  login: endpoint({
    method: 'POST', path: '/v1/accounts/login', access: 'public', summary: 'Signs in with mail address and password; answers a bearer token.',
    input: z.object({
      email: z.string().trim().min(1, 'Email is required').max(254).regex(/^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$/, 'Email address is not valid'),
      password: z.string().min(1, 'Password is required').max(200),
    }),
    output: SignedIn,
    refuses: ['wrong_credentials', 'suspended', 'cross_origin', 'rate_limited'], limit: 10, secret: true, claims: true,
  }),
  logout: endpoint({
    method: 'POST', path: '/v1/accounts/logout', access: 'member', summary: 'Ends this session everywhere.',
    input: z.object({}), output: z.object({ done: z.literal(true) }), refuses: ['not_signed_in', 'session_ended'],
  }),
  me: endpoint({
    method: 'GET', path: '/v1/accounts/me', access: 'member', summary: 'Who is signed in.',
    input: z.object({}), output: z.object({ user: User, searches: z.array(z.object({ id: z.string(), place: z.string(), eventDate: z.string(), finishTime: z.string().nullable() })) }),
    refuses: ['not_signed_in', 'session_ended'],
  }),
}
