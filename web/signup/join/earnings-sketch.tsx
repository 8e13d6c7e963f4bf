import { useState } from 'react'
import { money } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { monthOf } from './earnings.ts'
import { joinWords } from '#web/signup/words.ts'
import '#web/ui/styles/fields.css'
import '#web/ui/styles/run-sheet.css'

const t = reader(joinWords)
const currency = 'AUD'
const price = 130

/** What a month could look like: a slider and the sum it makes. */
export function EarningsSketch() {
  const [bookings, setBookings] = useState(3)
  const month = monthOf(bookings, price)
  return (
    <section className="wrap sec" aria-labelledby="sketch">
      <div className="g2 eq sketch">
        <div className="stack s24">
          <h2 className="d1" id="sketch">
            {t('join.sketch.title')}
          </h2>
          <p className="lead">{t('join.sketch.text')}</p>
          <div className="field">
            <label className="row between" htmlFor="bookings">
              {t('join.sketch.bookings')}
              <b className="num">{bookings}</b>
            </label>
            <input
              id="bookings"
              className="slider"
              type="range"
              min={1}
              max={7}
              value={bookings}
              onChange={(event) => setBookings(Number(event.target.value))}
            />
          </div>
          <p className="small hint">{t('join.sketch.note')}</p>
        </div>
        <div className="cardx p32 stack s12" role="status">
          <span className="small mut">{t('join.sketch.example', { n: bookings, price: money(price, currency) })}</span>
          <span className="num sketch-sum">{money(month.yours, currency)}</span>
          <span className="mut">{t('join.sketch.result', { amount: '' }).trim()}</span>
          <hr className="hr" />
          <dl className="pb small">
            <div>
              <dt>{t('join.sketch.customers')}</dt>
              <dd>{money(month.customers, currency)}</dd>
            </div>
            <div>
              <dt>{t('join.sketch.fee')}</dt>
              <dd>{money(month.fee, currency)}</dd>
            </div>
            <div className="tot">
              <dt>{t('join.sketch.yours')}</dt>
              <dd>{money(month.yours, currency)}</dd>
            </div>
          </dl>
        </div>
      </div>
    </section>
  )
}
