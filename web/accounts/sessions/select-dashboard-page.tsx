import { CalendarHeart, LayoutDashboard } from 'lucide-react'
import { Link, type MetaFunction, redirect } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { requireSession, saveDashboardChoice, Undetermined } from '#web/accounts/protected.tsx'
import { accountMessages } from '#web/accounts/messages.ts'
import styles from './select-dashboard-page.module.css'
import { localStore } from '#web/platform/storage.ts'

const t = createTranslator(accountMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('select.title')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(async () => {
  const { user } = await browserApi().accounts.me({})
  if (!user.roles.includes('provider')) throw redirect('/customer-dashboard')
  return null
})

export const HydrateFallback = Undetermined

const choices = [
  { to: '/customer-dashboard', name: 'select.customer', text: 'select.customer.text', Icon: CalendarHeart },
  { to: '/dashboard', name: 'select.provider', text: 'select.provider.text', Icon: LayoutDashboard },
] as const

export default function SelectDashboardPage() {
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-32">
      <h1 className="heading-1">{t('select.title')}</h1>
      <div className={styles.choices}>
        {choices.map(({ to, name, text, Icon }) => (
          <Link
            key={to}
            to={to}
            className="card pad-32 stack gap-12"
            onClick={() => saveDashboardChoice(localStore, to)}>
            <Icon className="icon icon-large" aria-hidden="true" />
            <span className="heading-3">{t(name)}</span>
            <span className="muted">{t(text)}</span>
          </Link>
        ))}
      </div>
      <p className="small hint">{t('select.remember')}</p>
    </main>
  )
}
