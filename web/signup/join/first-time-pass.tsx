import { CircleCheck } from 'lucide-react'
import { type Country, reader } from '#contract/words.ts'
import { signupWords } from '#web/signup/signup-words.ts'

/** What makes identity pictures pass at once; the first sentence of each leads. */
export function FirstTimePass({ country }: { country: Country }) {
  const t = reader(signupWords, country)
  return (
    <section className="stack s12" aria-labelledby="pass">
      <h2 className="title" id="pass">
        {t('s11.check.title')}
      </h2>
      <ul className="pass-list">
        {([1, 2, 3, 4] as const).map((n) => {
          const [lead = '', ...rest] = t(`s11.check.${n}`).split('. ')
          return (
            <li key={n}>
              <CircleCheck className="i" aria-hidden="true" />
              <span>
                <b className="b">{`${lead}.`}</b> <span className="small mut">{rest.join('. ')}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
