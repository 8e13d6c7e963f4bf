import { Ellipsis, X } from 'lucide-react'
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, Outlet, redirect, useLoaderData, useLocation } from 'react-router'
import { reader } from '#contract/words.ts'
import { memberOf, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/browser.ts'
import { head } from '#web/platform/head.ts'
import { ErrorPage } from '#web/shell/error-page.tsx'
import { Header } from '#web/shell/header.tsx'
import type { PageFrame } from '#web/shell/page-frame.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Modal } from '#web/ui/dialog.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { isIn, type Room, rooms } from './rooms.ts'
import { operatorWords } from './words.ts'
import '#web/ui/styles/dashboards.css'
import '#web/ui/styles/tables.css'
import './operator.css'

const t = reader(operatorWords)

export const handle: PageFrame = { header: 'none', footer: 'none' }

export const meta: MetaFunction = () => head({ title: `${t('op.title')} · Primp`, publicUrl: '', noindex: true })

/** The console opens for operators only; to anyone else it is a page that is not there. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { user } = await memberOf(request)
  if (!user.roles.includes('operator')) throw redirect('/not-found')
  return { user, overview: await browserApi().operatorDesk.overview({}) }
}
clientLoader.hydrate = true as const

export const HydrateFallback = Undetermined

export default function OperatorLayout() {
  const { user, overview } = useLoaderData<typeof clientLoader>()
  const { pathname } = useLocation()
  const [more, setMore] = useState(false)
  const link = (room: Room, onGo?: () => void) => {
    const Icon = room.icon
    const count = room.count ? overview[room.count] : 0
    const here = isIn(room, pathname)
    return (
      <Link key={room.path} to={room.path} className={classes('n', here && 'on')} aria-current={here ? 'page' : undefined} onClick={onGo}>
        <Icon className="i" aria-hidden="true" />
        {t(room.word)}
        {count > 0 && (
          <span className="ct">
            <span aria-hidden="true">{count}</span>
            <span className="sr">{t('op.waits', { n: count })}</span>
          </span>
        )}
      </Link>
    )
  }
  const inMore = rooms.slice(4).some((room) => isIn(room, pathname))
  return (
    <div className="dash">
      <aside className="rail" aria-label={t('op.title')}>
        <Logo label="Primp, home" />
        <p className="micro hint rail-title">{t('op.title')}</p>
        <nav aria-label={t('op.rooms')} className="rail-rooms">
          {rooms.map((room) => link(room))}
        </nav>
        <Link to="/customer-dashboard/account" className="me">
          <span className="grow min0">
            <b className="b">{user.name}</b>
            <span className="micro mut">{user.email}</span>
          </span>
        </Link>
      </aside>
      <div className="min0">
        <div className="only-m">
          <Header />
        </div>
        <Outlet />
      </div>
      <nav className="bbar" aria-label={t('op.rooms')}>
        {rooms.slice(0, 4).map((room) => {
          const Icon = room.icon
          const here = isIn(room, pathname)
          return (
            <Link key={room.path} to={room.path} className={here ? 'on' : undefined} aria-current={here ? 'page' : undefined}>
              <Icon className="i" aria-hidden="true" />
              {t(room.word)}
            </Link>
          )
        })}
        <button type="button" className={inMore ? 'on' : undefined} aria-haspopup="dialog" onClick={() => setMore(true)}>
          <Ellipsis className="i" aria-hidden="true" />
          {t('op.more')}
        </button>
      </nav>
      <Modal open={more} onClose={() => setMore(false)} label={t('op.more')} className="modal drawer">
        <div className="modal-head">
          <p className="d3">{t('op.more')}</p>
          <IconButton label={t('op.close')} onClick={() => setMore(false)}>
            <X className="i i24" aria-hidden="true" />
          </IconButton>
        </div>
        <div className="more-rooms">{rooms.slice(4).map((room) => link(room, () => setMore(false)))}</div>
      </Modal>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
