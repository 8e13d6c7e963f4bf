import { accounts } from '#contract/accounts.ts'
import { serve } from '#server/platform/serve.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { showMe } from './show-me.ts'

export const accountRoutes = serve(accounts, { login: logIn, logout: logOut, me: showMe })
