import { type MetaFunction, useLoaderData, useRevalidator, useRouteError } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { createHead } from '#web/platform/head.ts'
import { AccountPanel, loadOwnAccount } from './account-panel.tsx'
import { CustomerTop, loadCustomerTop } from '#web/accounts/dashboard/customer-top.tsx'
import { accountPageMessages } from './account-page-messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { isChunkError } from '#web/platform/optional.tsx'
import { ChunkFailed } from '#web/shell/pages/error-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'

const t = createTranslator(accountPageMessages)

export const meta: MetaFunction = () => createHead({ title: `${t('own.title')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(async () => {
  const [top, account] = await Promise.all([loadCustomerTop(), loadOwnAccount()])
  return { top, account }
})

export const HydrateFallback = Undetermined

export default function AccountPage() {
  const { top, account } = useLoaderData<typeof clientLoader>()
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <CustomerTop {...top} />
      <AccountPanel {...account} />
    </main>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (isChunkError(error)) return <ChunkFailed />
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <h1 className="visually-hidden">{t('own.title')}</h1>
      <Empty
        title={t('own.failed')}
        action={
          <Button loading={state === 'loading'} onClick={() => revalidate()}>
            {t('own.retry')}
          </Button>
        }
      />
    </main>
  )
}
