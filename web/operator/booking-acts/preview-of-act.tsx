import type { Appointment } from '#contract/bookings/appointment.ts'
import { money } from '#contract/format.ts'
import type { ActPreview } from '#contract/operator/booking-acts.ts'
import { reader } from '#contract/words.ts'
import { momentText } from '#web/bookings/booking-phrases.ts'
import { Note } from '#web/ui/note.tsx'
import { bookingActWords } from './act-words.ts'
import consoleStyles from '#web/operator/console.module.css'
import tableStyles from '#web/ui/table.module.css'

const t = reader(bookingActWords)

const readyAt = ({ readyAt, startsAt }: ActPreview['day']['before']): string => readyAt ?? startsAt

/** What an act on a booking does: each sum before and after, what goes back, and every mail as it goes. */
export function PreviewOfAct({ preview, appointment }: { preview: ActPreview; appointment: Appointment }) {
  const { currency, sums, back, credit, due, dueUntil, day, second, mails } = preview
  const shown = (amount: number) => money(amount, currency, { decimals: 'always', mixed: true })
  return (
    <>
      {second && <Note kind="info">{t('op.act.second')}</Note>}
      {due > 0 && dueUntil && (
        <Note kind="info">{t('op.act.due', { amount: shown(due), until: momentText(dueUntil, appointment) })}</Note>
      )}
      {readyAt(day.before) !== readyAt(day.after) && (
        <p>
          {t('op.act.day', {
            before: momentText(readyAt(day.before), appointment),
            after: momentText(readyAt(day.after), appointment),
          })}
        </p>
      )}
      {credit > 0 && <p>{t('op.act.credit', { amount: shown(credit) })}</p>}
      {(back > 0 || credit === 0) && <p>{back > 0 ? t('op.act.goes', { amount: shown(back) }) : t('op.act.same')}</p>}
      <div role="group" className={tableStyles.tableScroll} aria-label={t('op.act.sums')} tabIndex={0}>
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">{t('op.act.sums.what')}</th>
              <th scope="col" className={tableStyles.amount}>
                {t('op.act.sums.before')}
              </th>
              <th scope="col" className={tableStyles.amount}>
                {t('op.act.sums.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ of, before, after }) => (
              <tr key={of}>
                <th scope="row">{t(`op.act.sum.${of}`)}</th>
                <td className={tableStyles.amount}>{shown(before)}</td>
                <td className={tableStyles.amount}>
                  {before === after ? shown(after) : <b className="bold">{shown(after)}</b>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3 className="title">{t('op.act.mails', { n: mails.length })}</h3>
      {mails.length > 0 && (
        <ul className="stack gap-8">
          {mails.map(({ to, kind, name, address, subject, text, later }) => (
            <li key={`${to} ${kind} ${subject}`}>
              <details>
                <summary>
                  {subject}
                  <span className="small muted">{` ${[`${t(`op.act.to.${to}`)}: ${name}, ${address}`, ...(later ? [t('op.act.mail.later')] : [])].join(', ')}`}</span>
                </summary>
                {text ? (
                  <pre className={consoleStyles.json}>{text}</pre>
                ) : (
                  <p className="small muted">{t('op.act.hidden')}</p>
                )}
              </details>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
