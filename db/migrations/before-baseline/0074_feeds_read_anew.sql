-- Days without a zone were read as days of the server's own: every calendar is read anew, changed or not.
update calendar_feed set etag = null, checked_at = null;
