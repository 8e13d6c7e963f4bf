import { useState } from 'react'
import { markets, money } from '#contract/format.ts'
import { type Country, reader } from '#contract/words.ts'
import { monthOf } from './earnings.ts'
import { joinWords } from '#web/signup/words.ts'
import { Slider } from '#web/ui/fields/slider.tsx'
import { classes } from '#web/ui/class-names.ts'
import styles from './earnings-sketch.module.css'
import fieldStyles from '#web/ui/fields/field.module.css'
import priceLinesStyles from '#web/ui/price-lines.module.css'

const t = reader(joinWords)
/** What an artist of each country might ask for a visit. */
const prices: Readonly<Record<Country, number>> = { AU: 130, CA: 120, GB: 80, US: 110 }

/** What a month could look like: a slider and the sum it makes. */
export function EarningsSketch({ country }: { country: Country }) {
  const { currency } = markets[country]
  const price = prices[country]
  const [bookings, setBookings] = useState(3)
  const month = monthOf(bookings, price)
  return (
    <section className="page-width section" aria-labelledby="sketch">
      <div className={classes('field-grid even', styles.sketch)}>
        <div className="stack gap-24">
          <h2 className="heading-1" id="sketch">
            {t('join.sketch.title')}
          </h2>
          <p className="lead">{t('join.sketch.text')}</p>
          <div className={fieldStyles.field}>
            <label className="row space-between" htmlFor="bookings">
              {t('join.sketch.bookings')}
              <b className={classes('number', styles.sketchCount)}>{bookings}</b>
            </label>
            <Slider id="bookings" least={1} most={7} value={bookings} onChange={setBookings} />
          </div>
          <p className="small hint">{t('join.sketch.note')}</p>
        </div>
        <div className="card pad-32 stack gap-12" role="status">
          <span className="small muted">
            {t('join.sketch.example', { n: bookings, price: money(price, currency) })}
          </span>
          <span className={classes('number', styles.sketchSum)}>{money(month.yours, currency)}</span>
          <span className="muted">{t('join.sketch.result', { amount: '' }).trim()}</span>
          <hr className="divider" />
          <dl className={classes('small', priceLinesStyles.lines)}>
            <div>
              <dt>{t('join.sketch.customers')}</dt>
              <dd>{money(month.customers, currency)}</dd>
            </div>
            <div>
              <dt>{t('join.sketch.fee')}</dt>
              <dd>{money(month.fee, currency)}</dd>
            </div>
            <div className={priceLinesStyles.total}>
              <dt>{t('join.sketch.yours')}</dt>
              <dd>{money(month.yours, currency)}</dd>
            </div>
          </dl>
        </div>
      </div>
    </section>
  )
}
