/** What a page exports as `handle`: how its frame looks. */
export interface PageFrame {
  /** On fig above a fig hero; none where the page brings its own. */
  header?: 'fig' | 'line' | 'none'
  footer?: 'none'
}
