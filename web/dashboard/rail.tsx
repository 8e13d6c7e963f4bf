import { BadgeCheck, ChevronsUpDown, Ellipsis, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useUser } from '#web/shell/session-state.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Modal } from '#web/ui/dialog.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Avatar } from '#web/ui/picture.tsx'
import { useDashboardWords, useOwn } from './own.tsx'
import { barRooms, isIn, moreRooms, type Room, rooms } from './rooms.ts'

const SideMenu = lazy(() => import('#web/shell/side-menu.tsx').then((m) => ({ default: m.SideMenu })))

/** The rooms at the left, and who is here at its foot. */
export function Rail() {
  const t = useDashboardWords()
  const { profile } = useOwn()
  const { pathname } = useLocation()
  const user = useUser()
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <aside className="rail" aria-label={t('pd.title')}>
      <Logo label="Primp, home" />
      <nav aria-label={t('pd.rail')} className="rail-rooms">
        {rooms.map((room) => <RoomLink key={room.path} room={room} here={isIn(room, pathname)} />)}
      </nav>
      <button type="button" className="me" aria-haspopup="dialog" onClick={() => setMenu('open')}>
        <Avatar size={40} src={profile.photo?.src ?? '/pictures/none.svg'} alt="" />
        <span className="grow min0">
          <b className="b">{profile.name}</b>
          <span className="micro mut row g6">
            {profile.state === 'approved' && <BadgeCheck className="i" aria-hidden="true" />}
            {t(`state.${profile.state}`)}
          </span>
        </span>
        <span className="sr">{t('pd.menu')}</span>
        <ChevronsUpDown className="i" aria-hidden="true" />
      </button>
      {menu !== 'never' && (
        <Suspense fallback={null}>
          <SideMenu open={menu === 'open'} onClose={() => setMenu('closed')} user={user} />
        </Suspense>
      )}
    </aside>
  )
}

function RoomLink({ room, here, onGo }: { room: Room; here: boolean; onGo?: () => void }) {
  const t = useDashboardWords()
  const Icon = room.icon
  return (
    <Link to={room.path} className={classes('n', here && 'on')} aria-current={here ? 'page' : undefined} onClick={onGo}>
      <Icon className="i" aria-hidden="true" />
      {t(room.word)}
    </Link>
  )
}

/** The five of a phone's foot: four rooms and More. */
export function FootBar() {
  const t = useDashboardWords()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const inMore = moreRooms.some((room) => isIn(room, pathname))
  return (
    <nav className="bbar" aria-label={t('pd.rail')}>
      {barRooms.map((room) => {
        const Icon = room.icon
        const here = isIn(room, pathname)
        return (
          <Link key={room.path} to={room.path} className={here ? 'on' : undefined} aria-current={here ? 'page' : undefined}>
            <Icon className="i" aria-hidden="true" />
            {t(room.word)}
          </Link>
        )
      })}
      <button type="button" className={inMore ? 'on' : undefined} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Ellipsis className="i" aria-hidden="true" />
        {t('pd.more')}
      </button>
      <Modal open={open} onClose={() => setOpen(false)} label={t('pd.more')} className="modal drawer">
        <div className="modal-head">
          <p className="d3">{t('pd.more')}</p>
          <IconButton label="Close" onClick={() => setOpen(false)}>
            <X className="i i24" aria-hidden="true" />
          </IconButton>
        </div>
        <div className="more-rooms">
          {moreRooms.map((room) => <RoomLink key={room.path} room={room} here={isIn(room, pathname)} onGo={() => setOpen(false)} />)}
        </div>
      </Modal>
    </nav>
  )
}
