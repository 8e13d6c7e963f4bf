import { useState } from 'react'
import { Link, type MetaFunction, useLocation, useParams } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { openHere } from '#web/platform/api/open-here.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { AuthCard } from '#web/accounts/sessions/auth-card.tsx'
import { LookInYourMail } from './code-form.tsx'
import { Undetermined } from '#web/accounts/protected.tsx'
import { type Opening, SpendCard } from './spend-card.tsx'
import { useEnter } from '#web/accounts/sessions/use-enter.ts'
import { accountMessages } from '#web/accounts/messages.ts'

const t = createTranslator(accountMessages)

export const meta: MetaFunction = () => createHead({ title: t('meta.login'), publicUrl: '', noindex: true })

// The address contains a secret, so the page renders in the browser only.
export const clientLoader = () => null
clientLoader.hydrate = true as const
export const HydrateFallback = Undetermined

export default function LinkPage() {
  const { token = '' } = useParams()
  const { pathname } = useLocation()
  const enter = useEnter()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const forArtists = pathname.startsWith('/login/provider/')
  if (sentTo) {
    return (
      <AuthCard title={t('login.link.sent.title')}>
        <LookInYourMail email={sentTo} />
      </AuthCard>
    )
  }
  const spend = (opening: Opening) =>
    openHere(async (as) => {
      const { accounts } = browserApi()
      if (forArtists) return accounts.redeemProviderLink({ token, ...opening }, as)
      return { ...(await accounts.redeemMagicLink({ token, ...opening }, as)), path: undefined }
    })
  return (
    <SpendCard
      key={token}
      title={t('link.title')}
      spend={spend}
      onDone={(answer) => enter(answer, answer.path ? { path: answer.path } : {})}
      ended={(email) => <Ended email={email} onSent={setSentTo} />}>
      <p className="muted">{t('login.text.plain')}</p>
    </SpendCard>
  )
}

function Ended({ email, onSent }: { email: string | null; onSent: (email: string) => void }) {
  const { pending, formError, run } = useForm()
  const again = async (to: string) => {
    if (await run(() => browserApi().accounts.magicLink({ email: to }, { auth: false }))) onSent(to)
  }
  return (
    <>
      <p className="muted">{t('link.expired.text')}</p>
      {formError && <Note kind="error">{formError}</Note>}
      {email ? (
        <Button size="large" full loading={pending} onClick={() => again(email)}>
          {t('link.expired.action')}
        </Button>
      ) : (
        <ButtonLink to="/login" size="large" full>
          {t('link.expired.action')}
        </ButtonLink>
      )}
      <p className="small">
        <Link className="link tap-target" to="/login">
          {t('login.title')}
        </Link>
      </p>
    </>
  )
}
