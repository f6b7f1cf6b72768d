/* What CNoCurl.c defines has no declarations of its own: Foundation has libcurl's. */
