import { useRevalidator } from 'react-router'
import type { Alarm } from '#contract/operator/access.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { controlWords } from './control-words.ts'
import { moment } from './when.ts'
import styles from './operator-layout.module.css'

const t = reader(controlWords)

/** What nobody has looked at yet, above every page of the console. */
export function OpenAlarms({ alarms, mayClose }: { alarms: readonly Alarm[]; mayClose: boolean }) {
  if (alarms.length === 0) return null
  return (
    <section className={styles.alarms} aria-label={t('op.alarms')}>
      {alarms.map((alarm) => (
        <OpenAlarm key={alarm.id} alarm={alarm} mayClose={mayClose} />
      ))}
    </section>
  )
}

function OpenAlarm({ alarm, mayClose }: { alarm: Alarm; mayClose: boolean }) {
  const { revalidate } = useRevalidator()
  const { waiting, run } = useAct({ toasts: true })
  const see = async () => {
    if (await run(() => browserApi().operatorAccess.seeAlarm({ alarmId: alarm.id }))) revalidate()
  }
  const { kind, subject, values, raisedAt } = alarm
  return (
    <Note kind="warning">
      <div className="row space-between wrapping gap-8">
        <span>
          {t(`op.alarm.${kind}`, { name: subject.name || subject.id, ...values, n: Number(values['n'] ?? 0) })}{' '}
          <span className="small muted">{moment(raisedAt)}</span>
        </span>
        {mayClose && (
          <Button size="small" kind="secondary" loading={waiting} onClick={see}>
            {t('op.alarm.seen')}
          </Button>
        )}
      </div>
    </Note>
  )
}
