import type { MetaFunction } from 'react-router'
import { reader } from '#contract/words.ts'
import { head } from '#web/platform/head.ts'
import { publicUrlOf } from '#web/shell/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { soonWords } from './soon-words.ts'

const t = reader(soonWords)

export const meta: MetaFunction = ({ matches }) =>
  head({ title: t('notify.meta.title'), description: t('notify.text'), path: '/providers/notifications-app', publicUrl: publicUrlOf(matches) })

export default function NotificationsAppPage() {
  return (
    <main id="main" tabIndex={-1} className="wrap sec stack s32">
      <div className="stack">
        <h1 className="d1">{t('notify.title')}</h1>
        <p className="lead">{t('notify.text')}</p>
      </div>
      <ul className="quotes3">
        {(['push', 'sms', 'mail'] as const).map((n) => (
          <li key={n} className="cardx p24 stack s8">
            <h2 className="title">{t(`notify.${n}.title`)}</h2>
            <p className="mut">{t(`notify.${n}.text`)}</p>
          </li>
        ))}
      </ul>
      <p className="mut">{t('notify.required')}</p>
      <div>
        <ButtonLink to="/join">{t('notify.join')}</ButtonLink>
      </div>
    </main>
  )
}
