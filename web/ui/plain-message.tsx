import noteStyles from './note.module.css'
/** What a toast says where the part that shows toasts has not loaded: plain words at the same place, without a sheet of their own. */
export const PlainMessage = ({ message }: { message: string }) => (
  <p
    className={noteStyles.note}
    style={{ position: 'fixed', insetInline: 16, bottom: 16, zIndex: 100, margin: 'auto', maxWidth: 480 }}>
    {message}
  </p>
)
