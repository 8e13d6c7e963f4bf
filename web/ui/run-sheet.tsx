import { Sparkles } from 'lucide-react'
import type { CSSProperties } from 'react'
import { formatClock, formatDuration, formatTime, zonedTime } from '#contract/format.ts'
import { removeIdleArtists, listBusyLanes } from '#contract/search/remove-idle-artists.ts'
import type { Plan } from '#contract/search/quotes.ts'
import { listWaits } from '#contract/search/waits.ts'
import { joinClasses } from './class-names.ts'
import styles from './run-sheet.module.css'

interface RunSheetProps {
  plan: Plan
  /**
   * Arrival of each artist, if they travel separately: each sets up before their own first person. Null if unknown:
   * then no setup is drawn.
   */
  arrivals?: readonly (string | null)[]
  /** Current time in milliseconds, drawn as a line during the day; null hides it. */
  now?: number | null
  words: {
    setUp: string
    person: (n: number) => string
    ready: string
    label: string
    spare: (minutes: number) => string
    now?: (clock: string) => string
    wait: (wait: { person: string; duration: string; after: string; before: string }) => string
  }
}

const step = 5 * 60_000

/**
 * The day to scale: one column per artist with work, ending at the ready-by time, with spare minutes and waits. From
 * three artists it becomes a list on phones.
 */
export function RunSheet({ plan: whole, arrivals, now, words }: RunSheetProps) {
  const plan = removeIdleArtists(whole)
  const lanes = plan.artists.length
  const kept = listBusyLanes(whole)
  const from = Math.floor(Date.parse(plan.arriveAt) / (3 * step)) * 3 * step
  const until = Math.max(Date.parse(plan.readyBy ?? plan.doneAt), Date.parse(plan.doneAt))
  const rows = Math.ceil((until - from) / step)
  const row = (instant: string | number) => Math.round((new Date(instant).getTime() - from) / step) + 2
  const at = (instant: string) => zonedTime(instant, plan.timeZone)
  const arrivalOf = (lane: number) => {
    const known = arrivals?.[kept[lane] ?? lane]
    return known === undefined ? plan.arriveAt : known
  }
  const begins = (lane: number) =>
    (arrivals && plan.blocks.flatMap(({ artistIndex, from }) => (artistIndex === lane ? from : [])).sort()[0]) ??
    plan.startAt
  const marks = [
    ...new Set([
      ...plan.artists.flatMap((_, lane) => arrivalOf(lane) ?? []),
      ...plan.blocks.map((block) => block.from),
    ]),
  ].sort()
  const place = (column: number, start: number, end: number): CSSProperties => ({
    gridColumn: column,
    gridRow: `${start} / ${end}`,
  })
  // If the ready-by time is missed, the end of the work counts.
  const ready = new Date(until).toISOString()
  // Person 0 stands for everyone whom only other artists work on.
  const waits = listWaits({ ...plan, blocks: plan.blocks.filter(({ person }) => person > 0) })
  return (
    <section aria-label={words.label}>
      <div
        className={lanes > 2 ? joinClasses(styles.runSheet, styles.many) : styles.runSheet}
        style={
          { '--lanes': lanes, gridTemplateRows: `auto repeat(${rows}, calc(1.9375rem / 3)) auto` } as CSSProperties
        }>
        {plan.artists.map((artist, index) => (
          <div key={artist} className={styles.laneHead} style={{ gridColumn: index + 2, gridRow: 1 }}>
            {artist}
          </div>
        ))}
        {pickSpacedRows(marks.map((mark) => row(mark))).map((index) => (
          <span key={index} className={styles.clock} style={place(1, index, index + 1)}>
            {formatClock(at(new Date(from + (index - 2) * step).toISOString()))}
          </span>
        ))}
        {plan.artists.map((artist, index) => {
          const comes = arrivalOf(index)
          return (
            comes !== null && (
              <div
                key={artist}
                className={joinClasses(styles.block, styles.quiet)}
                style={place(index + 2, row(comes), Math.max(row(begins(index)), row(comes) + 1))}>
                <b>{words.setUp}</b>
              </div>
            )
          )
        })}
        {plan.blocks.map((block) => (
          <div
            key={`${block.person}-${block.serviceId}-${block.from}`}
            className={block.artistIndex % 2 === 1 ? joinClasses(styles.block, styles.held) : styles.block}
            style={place(block.artistIndex + 2, row(block.from), row(block.to))}>
            <b>{words.person(block.person)}</b>
            <span>{block.label}</span>
            <span className="visually-hidden">{`, ${formatClock(at(block.from))} to ${formatClock(at(block.to))}`}</span>
          </div>
        ))}
        {now && words.now && now >= from && now < until && (
          <div className={styles.present} style={{ gridRow: row(now) }}>
            <span>{words.now(formatClock(at(new Date(now).toISOString())))}</span>
          </div>
        )}
        <div className={styles.ready} style={{ gridRow: rows + 2 }}>
          <ReadyRow time={formatTime(at(ready))} label={words.ready} />
        </div>
      </div>
      {lanes > 2 && (
        <ol className={styles.runList}>
          {[...Map.groupBy(plan.blocks, (block) => block.from)]
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([from, blocks]) => (
              <li key={from}>
                <time dateTime={from}>{formatClock(at(from))}</time>
                <div className={styles.listed}>
                  {blocks.map((block) => (
                    <p key={`${block.person}-${block.serviceId}`}>
                      <b className="bold">{words.person(block.person)}</b>, {block.label}
                      <br />
                      <span className="small muted">{block.artist}</span>
                    </p>
                  ))}
                </div>
              </li>
            ))}
          <li className={styles.ready}>
            <ReadyRow time={formatTime(at(ready))} label={words.ready} />
          </li>
        </ol>
      )}
      {(waits.length > 0 || (plan.readyBy && plan.spareMinutes > 0)) && (
        <ul className={styles.notes}>
          {plan.readyBy && plan.spareMinutes > 0 && <li>{words.spare(plan.spareMinutes)}</li>}
          {waits.map(({ person, minutes, after, before }) => (
            <li key={`${person}-${after}`}>
              {words.wait({ person: words.person(person), duration: formatDuration(minutes), after, before })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const ReadyRow = ({ time, label }: { time: string; label: string }) => (
  <>
    <span className="number">{time}</span>
    <span className="grow">{label}</span>
    <Sparkles className="icon" aria-hidden="true" />
  </>
)

/** Returns the rows with a time label: at least 15 minutes apart, so that labels do not overlap. */
export function pickSpacedRows(rows: readonly number[]): number[] {
  const kept: number[] = []
  for (const row of [...new Set(rows)].sort((a, b) => a - b)) {
    const before = kept.at(-1)
    if (before === undefined || row - before >= 3) kept.push(row)
  }
  return kept
}
