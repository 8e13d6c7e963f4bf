import { Ellipsis, type LucideIcon, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { IconButton } from './button.tsx'
import { classes } from './class-names.ts'
import { Modal } from '#web/ui/overlays/dialog.tsx'
import './styles/dashboards.css'

/** A room of a dashboard as its rail and its foot bar name it. */
export type RoomLink = {
  path: string
  label: string
  icon: LucideIcon
  here: boolean
  waits?: { n: number; label: string }
}

/** The rooms, one below the other. */
export function RoomLinks({ rooms, onGo }: { rooms: readonly RoomLink[]; onGo?: () => void }) {
  return rooms.map(({ path, label, icon: Icon, here, waits }) => (
    <Link
      key={path}
      to={path}
      className={classes('n', here && 'on')}
      aria-current={here ? 'page' : undefined}
      onClick={onGo}>
      <Icon className="i" aria-hidden="true" />
      {label}
      {waits && waits.n > 0 && (
        <span className="ct">
          <span aria-hidden="true">{waits.n}</span>
          <span className="sr">{waits.label}</span>
        </span>
      )}
    </Link>
  ))
}

/** The five of a phone's foot: four rooms, and More for the others. */
export function FootBar({
  label,
  bar,
  more,
  words,
}: {
  label: string
  bar: readonly RoomLink[]
  more: readonly RoomLink[]
  words: { more: string; close: string }
}) {
  const [open, setOpen] = useState(false)
  return (
    <nav className="bbar" aria-label={label}>
      {bar.map(({ path, label: name, icon: Icon, here }) => (
        <Link key={path} to={path} className={here ? 'on' : undefined} aria-current={here ? 'page' : undefined}>
          <Icon className="i" aria-hidden="true" />
          {name}
        </Link>
      ))}
      <button
        type="button"
        className={more.some(({ here }) => here) ? 'on' : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}>
        <Ellipsis className="i" aria-hidden="true" />
        {words.more}
      </button>
      <Modal open={open} onClose={() => setOpen(false)} label={words.more} className="modal drawer">
        <div className="modal-head">
          <p className="d3">{words.more}</p>
          <IconButton label={words.close} onClick={() => setOpen(false)}>
            <X className="i i24" aria-hidden="true" />
          </IconButton>
        </div>
        <div className="more-rooms">
          <RoomLinks rooms={more} onGo={() => setOpen(false)} />
        </div>
      </Modal>
    </nav>
  )
}
