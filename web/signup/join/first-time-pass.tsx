import { CircleCheck } from 'lucide-react'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import styles from './first-time-pass.module.css'

export function FirstTimePass({ country }: { country: Country }) {
  const t = createTranslator(signupMessages, country)
  return (
    <section className="stack gap-12" aria-labelledby="pass">
      <h2 className="title" id="pass">
        {t('step11.check.title')}
      </h2>
      <ul className={styles.passList}>
        {([1, 2, 3, 4] as const).map((n) => {
          const [lead, ...rest] = t(`step11.check.${n}`).split(/(?<=\.) /)
          return (
            <li key={n}>
              <CircleCheck className="icon" aria-hidden="true" />
              <span className="stack gap-4">
                <b className="bold">{lead}</b>{' '}
                {rest.length > 0 && <span className="small muted">{rest.join(' ')}</span>}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
