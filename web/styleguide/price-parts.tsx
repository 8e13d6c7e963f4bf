import { joinClasses } from '#web/ui/class-names.ts'
import { PriceLines } from '#web/ui/price-lines.tsx'
import { RunSheet } from '#web/ui/run-sheet.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import priceTotalStyles from '#web/ui/price-total.module.css'
import type { Part } from './part.ts'

const lines = [
  { label: '1 × Bridal makeup and hair', detail: 'Bridal makeup £95, bridal hair £85', amount: 180 },
  { label: '3 × Makeup and updo', detail: 'Makeup £55, updo £50', amount: 315 },
  { label: 'Travel, 6 miles', amount: 9 },
]
const day = '2027-06-12'
const at = (hour: string) => `${day}T${hour}:00Z`

/** Returns a plan of one morning: looks one after the other until 1:30 PM in London. */
const morning = (names: readonly string[]) => ({
  arriveAt: at('09:00'),
  startAt: at('09:15'),
  doneAt: at('12:15'),
  readyBy: at('12:30'),
  spareMinutes: 15,
  setupMinutes: 15,
  timeZone: 'Europe/London',
  clocksChange: false,
  early: false,
  artists: [...names],
  blocks: names.flatMap((artist, artistIndex) => [
    {
      artist,
      artistIndex,
      person: artistIndex * 2 + 1,
      serviceId: 'updo',
      label: 'Updo',
      from: at('09:15'),
      to: at('10:30'),
    },
    {
      artist,
      artistIndex,
      person: artistIndex * 2 + 2,
      serviceId: 'makeup',
      label: 'Makeup',
      from: at('10:30'),
      to: at('12:15'),
    },
  ]),
})

const runSheetWords = {
  setUp: 'Set up',
  now: (clock: string) => `Now, ${clock}`,
  person: (n: number) => `Person ${n}`,
  ready: 'Everyone is ready',
  label: 'The day',
  spare: (n: number) => `${n} minutes spare for touch-ups`,
  wait: ({ person, duration, after, before }: { person: string; duration: string; after: string; before: string }) =>
    `${person} waits ${duration} between ${after} and ${before}`,
}

export const priceParts: readonly Part[] = [
  {
    file: 'price-lines',
    states: {
      'lines and total': () => <PriceLines lines={lines} currency="GBP" total={{ label: 'Total', amount: 504 }} />,
      'with deposit': () => (
        <PriceLines
          lines={lines}
          currency="GBP"
          total={{ label: 'Total', amount: 504 }}
          deposit={{ label: 'Deposit', amount: 100.8, balanceLabel: 'On the day', balance: 403.2 }}
        />
      ),
    },
  },
  {
    file: 'price-total',
    states: {
      'a whole price': () => (
        <div className={joinClasses('card pad-24', priceTotalStyles.priceCard)}>
          <span className={joinClasses('number', priceTotalStyles.priceTotal)}>£504</span>
          <p className="small muted">for five people</p>
        </div>
      ),
      'around lines': () => (
        <div className={joinClasses('card', priceTotalStyles.quoteLines)}>
          <p>What it is made of</p>
        </div>
      ),
    },
  },
  {
    file: 'money-list',
    states: {
      'paid, and failed': () => (
        <ul className={moneyListStyles.moneyList}>
          <li>
            <span className="small muted">Paid out on Friday</span>
            <span className="bold tabular">£403.20</span>
          </li>
          <li>
            <span className={joinClasses('small', moneyListStyles.warn)}>The bank sent it back</span>
            <span className="bold tabular">£97.00</span>
          </li>
        </ul>
      ),
    },
  },
  {
    file: 'run-sheet',
    wide: true,
    states: {
      'one artist': () => <RunSheet plan={morning(['Mia'])} words={runSheetWords} />,
      'while it runs': () => (
        <RunSheet
          plan={morning(['Mia'])}
          now={Date.parse(morning(['Mia']).startAt) + 20 * 60_000}
          words={runSheetWords}
        />
      ),
      two: () => <RunSheet plan={morning(['Mia', 'Temi'])} words={runSheetWords} />,
      'three: a list on phones': () => <RunSheet plan={morning(['Mia', 'Temi', 'Fola'])} words={runSheetWords} />,
    },
  },
]
