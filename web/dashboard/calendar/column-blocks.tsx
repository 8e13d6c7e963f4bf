import { useDraggable } from '@dnd-kit/core'
import {
  Ban,
  Brush,
  CalendarCheck,
  CalendarSync,
  Car,
  CircleCheck,
  CircleX,
  Hourglass,
  Inbox,
  type LucideIcon,
  Timer,
} from 'lucide-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { getFirstName } from '#web/appointments/booking-phrases.ts'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { type Block, type BlockState, stateWords } from './day-blocks.ts'
import { type PlacedBlock, type PlacedStrip, placeBlocks } from './place-blocks.ts'
import { dayBegins, dayEnds, formatSpanEnds, type Span } from './selection.ts'
import styles from './time-grid.module.css'
import type { Carried, GridColumn } from './use-time-grid.ts'

export const stateIcons: Record<BlockState, LucideIcon> = {
  booked: CalendarCheck,
  done: CircleCheck,
  requested: Inbox,
  held: Hourglass,
  cancelled: CircleX,
  external: CalendarSync,
  blocked: Ban,
}

interface ColumnBlocksProps extends GridColumn {
  name: string
  /** Id of the instructions for moving a block by keyboard. */
  help: string
  today: string
  selection: Span | null
  carried: Carried | null
  onEdit: (block: Block) => void
  onLift: (block: Block) => void
  onCarry: (by: { steps: number; days: number }, resize: boolean) => void
  onDrop: () => void
  onCancel: () => void
}

/** The blocks of a column, the selection, and a preview of the block that is moved to it. */
export function ColumnBlocks({ day, blocks, name, selection, carried, today, ...acts }: ColumnBlocksProps) {
  const t = useDashboardMessages()
  const { background, blocks: placed, strips } = placeBlocks(blocks)
  const preview = carried?.span.date === day.date ? carried : null
  return (
    <ol className={styles.column} aria-label={name}>
      {background.map((block) => (
        <li key={block.key} className={styles.behind} data-look={block.look} style={toStyle(block)}>
          <span className={block.from === dayBegins && block.to === dayEnds ? 'visually-hidden' : undefined}>
            {block.title}
          </span>
        </li>
      ))}
      {strips.map((strip) => (
        <Strip {...strip} key={strip.blocks.map(({ key }) => key).join()} />
      ))}
      {placed.map((one) => (
        <PlacedBlockItem
          {...acts}
          key={one.block.key}
          placed={one}
          isCarried={carried?.block.key === one.block.key}
          id={`${name} ${one.block.key}`}
          isPast={day.date < today}
        />
      ))}
      {selection && (
        <li className={styles.selection} style={toStyle(selection)}>
          <SelectionEnd column={name} end="start" />
          {t('ownCalendar.span', formatSpanEnds(selection))}
          <SelectionEnd column={name} end="end" />
        </li>
      )}
      {preview && (
        <li className={styles.preview} style={toStyle(preview.span)} aria-hidden="true">
          <b className="bold">{preview.block.title}</b>
          <span>{t('ownCalendar.span', formatSpanEnds(preview.span))}</span>
        </li>
      )}
    </ol>
  )
}

const toStyle = ({ from, to, lane = 0, lanes = 1 }: { from: number; to: number; lane?: number; lanes?: number }) => {
  const [begins, ends] = [Math.max(dayBegins, from), Math.min(dayEnds, to)]
  return {
    '--from': begins - dayBegins,
    '--minutes': Math.max(0, ends - begins),
    '--lane': lane,
    '--lanes': lanes,
  } as CSSProperties
}

function Strip({ blocks, ...area }: PlacedStrip) {
  return (
    <li className={styles.strip} data-tight={blocks.some(({ tight }) => tight) || undefined} style={toStyle(area)}>
      {blocks.map((block) => (
        <StripText key={block.key} block={block} />
      ))}
    </li>
  )
}

function StripText({ block: { look, title, text, minutes = 0 } }: { block: Block }) {
  const t = useDashboardMessages()
  const Icon = look === 'way' ? Car : Timer
  return (
    <span className={styles.stripText}>
      <Icon className="icon" aria-hidden="true" />
      <span className={styles.wide}>{title}</span>
      <span className={styles.narrow} aria-hidden="true">
        {t('ownCalendar.minutes', { minutes })}
      </span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

interface ItemProps extends Pick<ColumnBlocksProps, 'help' | 'onEdit' | 'onLift' | 'onCarry' | 'onDrop' | 'onCancel'> {
  placed: PlacedBlock
  /** Differs by column: the lanes of a team may show the same block. */
  id: string
  isCarried: boolean
  isPast: boolean
}

/** A block: a link to its booking or client, or a button that edits a blocked time. */
function PlacedBlockItem({
  placed,
  id,
  isCarried,
  isPast,
  help,
  onEdit,
  onLift,
  onCarry,
  onDrop,
  onCancel,
}: ItemProps) {
  const { block } = placed
  const isOwn = (block.own !== undefined && block.state === 'booked') || block.blocked !== undefined
  const movable = !isPast && (isOwn || (block.booking !== undefined && block.state === 'booked'))
  const { setNodeRef, listeners } = useDraggable({
    id,
    data: { kind: 'move', block },
    disabled: !movable,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!movable) return
    const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key]
    if (!isCarried && event.key === ' ') onLift(block)
    else if (!isCarried) return
    else if (event.key === ' ' || event.key === 'Enter') onDrop()
    else if (event.key === 'Escape') onCancel()
    else if (step) onCarry({ steps: step[0] ?? 0, days: step[1] ?? 0 }, event.shiftKey && isOwn && step[1] === 0)
    else return
    event.preventDefault()
  }
  const attributes = {
    className: joinClasses(styles.block, movable && styles.movable),
    'aria-describedby': movable ? help : undefined,
    onKeyDown,
    onKeyUp: (event: KeyboardEvent) => event.key === ' ' && event.preventDefault(),
    onBlur: onCancel,
    ...listeners,
  }
  return (
    <li
      ref={setNodeRef}
      className={joinClasses(styles.placed, isCarried && styles.carried)}
      data-state={block.state}
      style={toStyle(placed)}>
      {block.link ? (
        <Link to={block.link} draggable={false} {...attributes}>
          <BlockText placed={placed} />
        </Link>
      ) : block.blocked ? (
        <button type="button" {...attributes} onClick={() => onEdit(block)}>
          <BlockText placed={placed} />
        </button>
      ) : (
        <div className={styles.block}>
          <BlockText placed={placed} />
        </div>
      )}
      {isOwn && !isPast && (
        <>
          <BlockEnd id={id} block={block} end="start" />
          <BlockEnd id={id} block={block} end="end" />
        </>
      )}
    </li>
  )
}

function BlockText({ placed: { block, inside } }: { placed: PlacedBlock }) {
  const t = useDashboardMessages()
  const Icon = block.state && stateIcons[block.state]
  const state = block.state && t(stateWords[block.state])
  const firstName = block.own ? getFirstName(block.title) : block.title
  return (
    <>
      {inside.map((strip) => (
        <StripText key={strip.key} block={strip} />
      ))}
      {block.setupMinutes ? (
        <span className={styles.setup} style={{ '--minutes': block.setupMinutes } as CSSProperties}>
          <Brush className="icon" aria-hidden="true" />
          {t('ownCalendar.setup.minutes', { minutes: block.setupMinutes })}
        </span>
      ) : null}
      <span className={styles.title}>
        {Icon && <Icon className="icon" aria-hidden="true" />}
        <b className="bold">
          {firstName}
          <span className={styles.rest}>{block.title.slice(firstName.length)}</span>
        </b>{' '}
        <span className={styles.time}>{block.time}</span>
      </span>
      {block.details.map((detail) => (
        <span key={detail} className={styles.detail}>
          {detail}
        </span>
      ))}
      {state !== null && state !== block.title && <span className={styles.state}>{state}</span>}
    </>
  )
}

function BlockEnd({ id, block, end }: { id: string; block: Block; end: 'start' | 'end' }) {
  const { setNodeRef, listeners } = useDraggable({
    id: `${id} ${end}`,
    data: { kind: 'resize', block, end },
  })
  return <span ref={setNodeRef} className={styles.end} data-end={end} {...listeners} />
}

function SelectionEnd({ column, end }: { column: string; end: 'start' | 'end' }) {
  const { setNodeRef, listeners } = useDraggable({ id: `${column} selection ${end}`, data: { kind: 'selection', end } })
  return <span ref={setNodeRef} className={styles.end} data-end={end} {...listeners} />
}
