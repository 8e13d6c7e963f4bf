import { type MetaFunction, useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { head } from '#web/platform/head.ts'
import { AccountPanel } from './account-panel.tsx'
import { CustomerTop } from '#web/accounts/dashboard/customer-top.tsx'
import { ownWords } from './own-words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'

const t = reader(ownWords)

export const meta: MetaFunction = () => head({ title: `${t('own.title')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = membersOnly(() => browserApi().accounts.me({}))

export const HydrateFallback = Undetermined

/** /customer-dashboard/account */
export default function AccountPage() {
  const { user } = useLoaderData<typeof clientLoader>()
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <CustomerTop name={user.name} />
      <AccountPanel />
    </main>
  )
}
