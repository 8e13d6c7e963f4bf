import { CalendarClock, CalendarPlus, CalendarX2, X } from 'lucide-react'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import type { Block } from './day-blocks.ts'
import { formatMinuteOfEvent, type Span } from './selection.ts'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  shown: boolean
  text: string | null
  /** The message of a refusal; the selection stays. */
  refused: string | null
  /** A booking that was dropped on another time, which its customer must accept. */
  asked: { block: Block; span: Span } | null
  /** Open requests of the selected day. */
  requests: number
  saving: boolean
  confirming: boolean
  /** False while a booking is to be moved. */
  hasSelection: boolean
  canAdd: boolean
  onBookOut: () => void
  onConfirm: () => void
  onBack: () => void
  onAdd: () => void
  onClose: () => void
}

/** Actions for the selected time, at the foot of the time grid. */
export function SelectionBar(props: SelectionBarProps) {
  const { shown, text, refused, asked, saving, canAdd, hasSelection, onBookOut, onAdd, onClose } = props
  const t = useDashboardMessages()
  if (!shown) return null
  return (
    <section className={styles.bar} aria-label={t('ownCalendar.selected')}>
      {refused ? (
        <Note kind="error" className={styles.text}>
          {refused}
        </Note>
      ) : (
        <p className={styles.text}>
          <b className="bold">{text}</b>
          {asked && <span className="small muted">{t('ownCalendar.ask.text')}</span>}
        </p>
      )}
      <div className={styles.acts}>
        {asked?.block.booking && (
          <ButtonLink size="small" to={`${asked.block.link}?move=${toMoveTime(asked)}`}>
            <CalendarClock className="icon" aria-hidden="true" />
            {t('ownCalendar.ask.act')}
          </ButtonLink>
        )}
        {hasSelection && !refused && (
          <Button size="small" loading={saving} onClick={onBookOut}>
            <CalendarX2 className="icon" aria-hidden="true" />
            {t('ownCalendar.bookout')}
          </Button>
        )}
        {hasSelection && canAdd && !refused && (
          <Button kind="secondary" size="small" onClick={onAdd}>
            <CalendarPlus className="icon" aria-hidden="true" />
            {t('ownCalendar.add')}
          </Button>
        )}
        <IconButton label={t('ownCalendar.selected.close')} onClick={onClose}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      <Confirm
        open={props.confirming}
        title={t('confirm.bookout.day', { date: text ?? '' })}
        act={t('confirm.bookout.act')}
        wayOut={t('confirm.back')}
        onAct={props.onConfirm}
        onClose={props.onBack}>
        {t('confirm.bookout.open.text', { n: props.requests })}
      </Confirm>
    </section>
  )
}

/** Returns the proposed ready-by time as `2027-02-03T13:30`: it moves as far as the start was moved. */
function toMoveTime({ block, span }: { block: Block; span: Span }): string {
  const ready = block.booking?.readyAt ?? block.booking?.endsAt ?? ''
  const minute = Number(ready.slice(11, 13)) * 60 + Number(ready.slice(14, 16))
  const moved = (minute < 300 ? minute + 1440 : minute) + span.from - block.from
  return `${span.date}T${formatMinuteOfEvent(moved)}`
}
