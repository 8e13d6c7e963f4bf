import type { MetaFunction } from 'react-router'
import { reader } from '#contract/words.ts'
import { head } from '#web/platform/head.ts'
import { useSite } from '#web/shell/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { soonWords } from './soon-words.ts'

const t = reader(soonWords)

export const meta: MetaFunction = () => head({ title: t('signup.soon.meta'), publicUrl: '', noindex: true })

export default function SignupPage() {
  const email = useSite()?.business.supportEmail
  return (
    <main id="main" tabIndex={-1} className="wrap sorry">
      <h1 className="d1">{t('signup.soon.title')}</h1>
      <p className="lead">{email ? t('signup.soon.write', { email }) : t('signup.soon.text')}</p>
      <div className="row wrapx">
        <ButtonLink to="/join#steps">{t('signup.soon.steps')}</ButtonLink>
        <ButtonLink kind="secondary" to="/">
          {t('signup.soon.home')}
        </ButtonLink>
      </div>
    </main>
  )
}
