package relay

import (
	"bufio"
	"encoding/json"
	"io"
	"log"
	"time"
)

// Run reads lines until the input ends and flushes every two seconds, so that no reader waits longer.
func Run(in io.Reader, out io.Writer) error {
	feed := NewFeed()
	done := make(chan error, 1)
	go func() { done <- collect(in, feed) }()
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			if flushed := feed.Flush(out); flushed != nil {
				return flushed
			}
			return err
		case <-tick.C:
			if err := feed.Flush(out); err != nil {
				return err
			}
		}
	}
}

func collect(in io.Reader, feed *Feed) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var reading Reading
		if err := json.Unmarshal(lines.Bytes(), &reading); err != nil {
			log.Printf("no reading: %v", err)
			continue
		}
		if err := feed.Add(reading); err != nil {
			log.Printf("dropped: %v", err)
		}
	}
	return lines.Err()
}
