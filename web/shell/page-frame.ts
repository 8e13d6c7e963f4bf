/** What a page exports as `handle`: how its frame looks. */
export interface PageFrame {
  /** On fig above a fig hero; none where the page brings its own. */
  header?: 'fig' | 'line' | 'none'
  footer?: 'none'
  /** A page to be read: its script comes when somebody turns to a control. */
  late?: boolean
}
