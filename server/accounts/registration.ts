import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { parseMobile } from './mobiles.ts'
import { checkPassword, hashPassword } from './password-hash.ts'
import { registerAccount } from './new-account.ts'
import { type SignedIn, signInAccount } from './sign-in.ts'

/** Runs in constant time, even for a taken address. */
export async function register(
  ctx: Context,
  { name, email, password, mobile, country, adult }: InputOf<typeof accounts.register>,
): Promise<SignedIn> {
  await checkPassword(ctx.env, password, [name, email])
  const number = mobile ? parseMobile(mobile, country) : null
  const [passwordHash, sender] = [await hashPassword(password), await getSender(ctx)]
  return ctx.transaction(async (inner) => {
    const account = await registerAccount(inner, sender, {
      name,
      email,
      passwordHash,
      mobile: number,
      country,
      terms: ['customer'],
      adult,
    })
    return signInAccount(inner, account, 'register')
  })
}
