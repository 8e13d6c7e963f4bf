import { type MetaFunction, useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { CustomerTop, loadCustomerTop } from '#web/accounts/dashboard/customer-top.tsx'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { createHead } from '#web/platform/head.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Inbox, loadMessages } from './inbox.tsx'
import { conversationMessages } from './messages.ts'
import messagesStyles from './messages.module.css'

const t = createTranslator(conversationMessages)

export const meta: MetaFunction = () =>
  createHead({ title: t('conversation.meta.title'), publicUrl: '', noindex: true })

export const clientLoader = requireSession(async ({ params }) => {
  const [top, loaded] = await Promise.all([loadCustomerTop(), loadMessages('customer', params['conversationId'])])
  return { top, loaded }
})

export const HydrateFallback = Undetermined

export default function CustomerMessagesPage() {
  const { top, loaded } = useLoaderData<typeof clientLoader>()
  return (
    <main
      id="main"
      tabIndex={-1}
      className={joinClasses(
        'page-width member-page stack gap-24',
        loaded.open && messagesStyles.talking,
        loaded.open && messagesStyles.ofCustomer,
      )}>
      <CustomerTop {...top} />
      <section aria-labelledby="messages" className="stack">
        <h2 className="heading-2" id="messages">
          {t('conversation.title')}
        </h2>
        <Inbox loaded={loaded} base="/customer-dashboard/messages" />
      </section>
    </main>
  )
}
