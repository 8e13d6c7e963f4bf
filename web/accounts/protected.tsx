import { redirect } from 'react-router'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/browser.ts'
import '#web/platform/desk-calls.ts'
import { ApiError } from '#web/platform/api.ts'
import { rememberPath } from '#web/platform/session.ts'
import { shellWords } from '#web/shell/words.ts'
import { Loader } from '#web/ui/loader.tsx'
import { toast } from '#web/ui/toasts.ts'
import { guardOf } from './guard.ts'
import { accountWords } from './words.ts'

const s = reader(shellWords)
const t = reader(accountWords)

/** The person behind a protected page; without a session the visitor is sent to log in and brought back. Browser only. */
export async function memberOf(request: Request) {
  const { pathname, search } = new URL(request.url)
  const path = pathname + search
  if (guardOf(localStorage, path) !== 'allowed') throw redirect('/login')
  try {
    return await browserApi().accounts.me({})
  } catch (error) {
    const suspended = error instanceof ApiError && error.code === 'suspended'
    if (!(error instanceof ApiError) || (error.status !== 401 && !suspended)) throw error
    rememberPath(localStorage, path)
    if (suspended) toast('error', error.message)
    else toast('info', t('toast.session.ended'))
    throw redirect('/login')
  }
}

/** What a protected page shows while it is not known who is there. */
export function Undetermined() {
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <h1 className="sr">{s('loader.default')}</h1>
      <Loader message={s('loader.default')} slow={s('loader.slow')} />
    </main>
  )
}

/** The first name of a full one. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name
