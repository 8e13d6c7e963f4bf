import { Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, Drawer, Popdown } from '#web/ui/overlays/dialog.tsx'
import { MoreActs } from '#web/ui/overlays/more-acts.tsx'
import { GalleryViewer } from '#web/ui/overlays/gallery-viewer.tsx'
import { Confirm, Popup } from '#web/ui/overlays/popup.tsx'
import { PlainMessage, useSnackbar } from '#web/ui/overlays/snackbar.tsx'
import { Toggletip } from '#web/ui/overlays/toggletip.tsx'
import { ToastRegion } from '#web/ui/overlays/toast-region.tsx'
import { type Kind, showToast } from '#web/ui/overlays/toasts.ts'
import { type Part, pictures } from './part.ts'
import styles from './styleguide.module.css'

const kinds: readonly Kind[] = ['success', 'error', 'warning', 'info']

function Opens({ name, children }: { name: string; children: (open: boolean, close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {children(open, () => setOpen(false))}
    </>
  )
}

function Snackbars() {
  const show = useSnackbar()
  return (
    <div className="row wrapping">
      {kinds.map((kind) => (
        <Button key={kind} kind="secondary" onClick={() => show('The link is copied.', kind)}>
          {kind}
        </Button>
      ))}
    </div>
  )
}

export const overlayParts: readonly Part[] = [
  {
    file: 'overlays/dialog',
    states: {
      'in the middle': () => (
        <Opens name="Open a dialog">
          {(open, close) => (
            <Dialog open={open} onClose={close} label="A dialog">
              <h2 className="heading-3">A dialog</h2>
              <p className="muted">Escape and the scrim close it.</p>
              <Button onClick={close}>Close the dialog</Button>
            </Dialog>
          )}
        </Opens>
      ),
      'from the right': () => (
        <Opens name="Open a drawer">
          {(open, close) => (
            <Drawer open={open} onClose={close} title="A drawer" close="Close the drawer">
              <p className="muted">From the right.</p>
            </Drawer>
          )}
        </Opens>
      ),
      'from the foot': () => (
        <Opens name="Open a sheet">
          {(open, close) => (
            <Drawer from="foot" open={open} onClose={close} title="A sheet" close="Close the sheet">
              <p className="muted">From the foot.</p>
            </Drawer>
          )}
        </Opens>
      ),
      'a sheet on a phone, below its button beside a mouse': () => (
        <Opens name="Open a popdown">
          {(open, close) => (
            <Popdown
              open={open}
              onClose={close}
              under={{ right: 480, bottom: 240 }}
              title="A popdown"
              close="Close the popdown">
              <p className="muted">From the foot, or below.</p>
            </Popdown>
          )}
        </Opens>
      ),
    },
  },
  {
    file: 'overlays/more-acts',
    states: {
      'a button': () => (
        <MoreActs label="More">
          <Button kind="quiet">Move</Button>
        </MoreActs>
      ),
      'three dots': () => (
        <MoreActs label="More" dots>
          <Button kind="quiet">Report</Button>
        </MoreActs>
      ),
    },
  },
  {
    file: 'overlays/toggletip',
    states: {
      'a button that explains': () => (
        <Toggletip label="How this is counted" icon={<Info className="icon" aria-hidden="true" />}>
          <p>Escape and a press elsewhere close it.</p>
        </Toggletip>
      ),
      'at the right edge': () => (
        <div className="row space-between">
          <span />
          <Toggletip label="How this is counted" icon={<Info className="icon" aria-hidden="true" />}>
            <p>The text is on the other side of the button if there is more room.</p>
          </Toggletip>
        </div>
      ),
    },
  },
  {
    file: 'overlays/popup',
    states: {
      'an error': () => (
        <Opens name="Open an error">
          {(open, close) => (
            <Popup kind="error" open={open} onClose={close}>
              The card was refused.
            </Popup>
          )}
        </Opens>
      ),
      'a success': () => (
        <Opens name="Open a success">
          {(open, close) => (
            <Popup kind="success" open={open} onClose={close}>
              The booking stands.
            </Popup>
          )}
        </Opens>
      ),
      'an act to confirm': () => (
        <Opens name="Ask first">
          {(open, close) => (
            <Confirm open={open} title="Leave this step?" act="Leave" wayOut="Stay here" onAct={close} onClose={close}>
              What you typed is not saved yet.
            </Confirm>
          )}
        </Opens>
      ),
      'one that cannot be undone': () => (
        <Opens name="Warn first">
          {(open, close) => (
            <Confirm
              open={open}
              title="Delete the album?"
              act="Delete"
              wayOut="Keep it"
              danger
              onAct={close}
              onClose={close}>
              Its twelve pictures go with it.
            </Confirm>
          )}
        </Opens>
      ),
    },
  },
  {
    file: 'overlays/gallery-viewer',
    states: {
      'full screen': () => (
        <Opens name="Open the gallery">
          {(open, close) =>
            open && (
              <GalleryViewer
                pictures={pictures}
                start={0}
                title="Pictures of the site"
                onClose={close}
                words={{
                  gallery: 'Gallery',
                  close: 'Close gallery',
                  back: 'Previous picture',
                  on: 'Next picture',
                  picture: (n) => `Picture ${n}`,
                  of: (n, all) => `${n} of ${all}`,
                  gone: 'This picture did not come.',
                }}
              />
            )
          }
        </Opens>
      ),
    },
  },
  {
    file: 'overlays/toast-region',
    states: {
      kinds: () => (
        <div className={styles.screen}>
          <ToastRegion
            close="Close message"
            toasts={kinds.map((kind, id) => ({
              id: -1 - id,
              kind,
              message: `A message: ${kind}`,
              ...(kind === 'warning' && { action: { label: 'Undo', run: () => {} } }),
            }))}
          />
        </div>
      ),
    },
  },
  {
    file: 'overlays/snackbar',
    states: {
      'one at a time, for three seconds': () => <Snackbars />,
      'toasts, for five seconds': () => (
        <div className="row wrapping">
          {kinds.map((kind) => (
            <Button key={kind} kind="secondary" onClick={() => showToast(kind, `A toast: ${kind}`)}>
              {kind}
            </Button>
          ))}
        </div>
      ),
      'where the toasts did not load': () => (
        <div className={styles.screen}>
          <PlainMessage message="Saved." />
        </div>
      ),
    },
  },
]
