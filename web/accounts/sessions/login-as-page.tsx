import { type MetaFunction, useNavigate, useParams } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { startActing } from '#web/platform/session.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { setUser } from '#web/platform/store/slices.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { SpendCard } from '#web/accounts/links/spend-card.tsx'
import { accountMessages } from '#web/accounts/messages.ts'
import { sessionStore } from '#web/platform/storage.ts'

const t = createTranslator(accountMessages)

export const meta: MetaFunction = () =>
  createHead({ title: `${t('loginAs.title')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(() => browserApi().accounts.me({}))
export const HydrateFallback = Undetermined

export default function LoginAsPage() {
  const { token = '' } = useParams()
  const store = useClientStore()
  const navigate = useNavigate()
  return (
    <SpendCard
      title={t('loginAs.title')}
      spend={() => browserApi().accounts.redeemLoginAs({ token })}
      onDone={({ token: acting, user, expiresAt }) => {
        const { roles, ...kept } = user
        startActing(sessionStore, { token: acting, user: kept, until: Date.parse(expiresAt) })
        updateSlice(store, 'user', setUser, kept)
        navigate(roles.includes('provider') ? '/dashboard' : '/customer-dashboard', { replace: true })
      }}
      ended={() => (
        <>
          <p className="muted">{t('loginAs.expired.text')}</p>
          <ButtonLink to="/operator" size="large" full>
            {t('link.open')}
          </ButtonLink>
        </>
      )}>
      <p className="muted">{t('loginAs.limits')}</p>
    </SpendCard>
  )
}
